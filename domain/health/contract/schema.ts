import { z } from 'zod';

const time = z.iso.datetime();
const count = z.int().min(0);

const room = { free: count, size: count };

const queue = z.strictObject({ waiting: count, oldestWaiting: time.nullable(), givenUp: count });

/** How an installation is; sizes in bytes. */
export const health = z.strictObject({
  version: z.string(),
  startedAt: time,
  database: z.strictObject({
    kind: z.enum(['embedded', 'external']),
    bytes: count,
    answerMs: z.number(),
    connections: count,
    mostConnections: count,
    migration: z.string(),
    migrations: count,
  }),
  /** How much later it is here than at the database, in milliseconds. */
  clockAheadMs: z.number(),
  /** One of the two shows a time before this release: nobody can sign up. */
  clockBehind: z.boolean(),
  /** The database's encoding is not UTF-8, or it does not know which letters are one, large and small: searches miss some. */
  lettersWrong: z.boolean(),
  disk: z.strictObject(room),
  /** Where the folder for received files, or the one for stored files, lies on another. */
  otherDisks: z.array(z.strictObject({ folder: z.enum(['files', 'temporary']), ...room })),
  mail: queue.extend({
    server: z.boolean(),
  }),
  requests: queue,
  backup: z.strictObject({
    scheduled: z.boolean(),
    succeededAt: time.nullable(),
    bytes: count.nullable(),
    /** Without a reason when its process was killed. */
    failure: z.strictObject({ at: time, error: z.string().nullable() }).nullable(),
  }),
  secretReplaced: z.boolean(),
  /** The last run that was not stopped. */
  death: z
    .strictObject({
      lastSignAt: time,
      reason: z.string().nullable(),
      /** How many processes the kernel of this machine has ended for lack of memory meanwhile; null when it does not tell. */
      oomKills: count.nullable(),
      machineRestarted: z.boolean(),
    })
    .nullable(),
});

export type Health = z.infer<typeof health>;
