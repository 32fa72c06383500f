import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/delete-in-chunks.ts';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Installation } from '../../server/installation.ts';
import type { Limited } from '../../server/limits/limits.ts';
import type { HeldReason } from '../messages/contract/schema.ts';
import { toSettled, withSettled } from '../moderation/mark-settled.ts';
import { confirmContact, mailOperator } from '../notifications/contact-mails.ts';
import type { ContactRequest, ReceivedContactRequest } from './contract/schema.ts';

const keptDays = 365;

type Sender = {
  uid: string | null;
  /** Identifies the sender: only the same one can repeat a sending. */
  sender: string;
  networkKey: string;
  language: string;
  heldReason: HeldReason | undefined;
};

/**
 * Stores what somebody wrote to the operator, mails it, and tells the sender that it came. The same key, sender and words are stored once.
 * What looks like a robot's is stored all the same; administrators read it in their list.
 */
export async function sendContactRequest(
  { uid, sender, networkKey, language, heldReason }: Sender,
  { key, ...request }: ContactRequest & { key: string },
  installation: Installation,
): Promise<Limited> {
  const { events, keys, limits, db } = installation;
  const creationKey = keys.code('sending', JSON.stringify(['contact', sender, key, request])).toString('base64url');
  const earlier = db.selectFrom('contactRequests').select('id').where('creationKey', '=', creationKey);
  if (await earlier.executeTakeFirst()) return { allowed: true, retryAfter: 0 };
  const allowed = await limits.take('contact-request', networkKey);
  if (!allowed.allowed) return allowed;
  const mailed = !heldReason && (await limits.take('contact-mails-day', 'all')).allowed;
  const row = { id: randomUUID(), uid, language, heldReason: heldReason ?? null, creationKey, ...request } as const;
  const added = await events.transaction(async (trx, publish) => {
    const inserted = await trx
      .insertInto('contactRequests')
      .values(row)
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) publish({ kind: 'needs' });
    if (!inserted || !mailed) return inserted;
    await mailOperator(trx, row, installation);
    publish({ kind: 'mail' });
    return inserted;
  });
  if (added && mailed) await confirmContact(row, installation);
  return allowed;
}

/** A page of what people wrote, the newest first. @param open only what no administrator is done with */
export async function listContactRequests(
  { open, ...request }: PageRequest & { open?: boolean | undefined },
  { db, keys }: Installation,
): Promise<{ requests: ReceivedContactRequest[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: open ? 'open-contact-requests' : 'contact-requests',
    keys,
    read: (position, limit) =>
      db
        .selectFrom('contactRequests')
        .select(['id', 'topic', 'text', 'name', 'email', 'language', 'heldReason', 'createdAt'])
        .$call(withSettled)
        .$if(open === true, (query) => query.where('settledAt', 'is', null))
        .$call(newestAfter(position, limit))
        .execute(),
    positionOf: (row) => [row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  const requests = rows.map(({ id, topic, text, name, email, language, heldReason, createdAt, ...row }) => {
    const sentAt = createdAt.toISOString();
    return { id, topic, text, name, email, language, heldReason, sentAt, settled: toSettled(row) };
  });
  return { requests, ...rest };
}

export function deleteOldContactRequests({ db }: Installation): Promise<void> {
  const end = sql`now() - make_interval(days => ${keptDays})`;
  return deleteInChunks(db, { table: 'contact_requests', time: sql`created_at`, end });
}
