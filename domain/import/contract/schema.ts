import { z } from 'zod';
import type { PlainKey } from '../../../language/words.ts';

/** Why something was not imported, or what of it is missing. In words in the catalogue, under `firebaseImport`. */
const reasons = [
  'badRow',
  'badId',
  'badDate',
  'badEmail',
  'badFlag',
  'badHash',
  'badName',
  'badNote',
  'badOwner',
  'badText',
  'emailTaken',
  'idTaken',
  'nameReplaced',
  'noOwner',
  'noPassword',
  'noWords',
  'otherHash',
  'perhapsDisabled',
  'redactedHash',
  'repeated',
  'tooLarge',
] as const;

export type Reason = (typeof reasons)[number];

/** `known`: it was imported before. */
export const outcome = z.strictObject({
  state: z.enum(['imported', 'known', 'refused']),
  reasons: z.array(z.enum(reasons)),
});

export type Outcome = z.infer<typeof outcome>;

export const kinds = ['account', 'item', 'message'] as const;

export type Kind = (typeof kinds)[number];

/** Of one call. */
export const maxRows = 200;
/** Of one row, as JSON. */
export const maxRowBytes = 20_000;
/** Of the rows of one call, as JSON; the body of a call may be of 64 KiB. */
export const maxRowsBytes = 48_000;
/** Of a file that is read in a browser. */
export const maxFileMegabytes = 50;

const badParameters = 'firebaseImport.badParameters' satisfies PlainKey;
const base64 = /^[\w+/-]*={0,2}$/;

/** As Firebase's `hash_config` has them. It takes no higher numbers itself. */
export const parameters = z.object({
  signerKey: z.string(badParameters).min(43, badParameters).max(172, badParameters).regex(base64, badParameters),
  saltSeparator: z.string(badParameters).max(40, badParameters).regex(base64, badParameters),
  rounds: z.int(badParameters).min(1, badParameters).max(8, badParameters),
  memCost: z.int(badParameters).min(1, badParameters).max(14, badParameters),
});

export type Parameters = z.infer<typeof parameters>;

export const prefix = z.string().regex(/^([\w-]{3})?$/, 'firebaseImport.badPrefix' satisfies PlainKey);

/** What the rows are is judged one by one. */
export const rows = z
  .array(z.unknown().meta({ type: 'object' }))
  .max(maxRows, 'firebaseImport.manyRows' satisfies PlainKey);
