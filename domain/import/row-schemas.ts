import { z } from 'zod';
import { emailAddress } from '../accounts/contract/email-address.ts';
import { categories } from '../items/contract/categories.ts';
import { maxItemNameLength, maxNoteLength } from '../items/contract/limits.ts';
import { maxMessageLength } from '../messages/contract/limits.ts';
import { cleanLine, cleanText } from '../settings/contract/clean-text.ts';
import { maxIdLength } from '../settings/contract/limits.ts';
import type { Outcome, Reason } from './contract/schema.ts';
import { readTime } from './contract/time.ts';

/** The message of every issue is the reason that is reported. */
const because = (reason: Reason) => reason;

const uid = (reason: Reason) =>
  z
    .string(because(reason))
    .max(maxIdLength, because(reason))
    .regex(/^[\w-]+$/, because(reason));
/** As long as a hash that is printed may be. */
const oldId = z
  .string(because('badId'))
  .regex(/^[^/\p{Cc}]+$/u, because('badId'))
  .refine((text) => text.isWellFormed() && Buffer.byteLength(text) <= 128, because('badId'));
const time = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const read = readTime(value);
    if (!read) context.addIssue(because('badDate'));
    return read ?? z.NEVER;
  });
const optionalTime = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const read = readTime(value);
    if (!read && value !== undefined && value !== null) context.addIssue(because('badDate'));
    return read ?? null;
  });
const flag = z.boolean(because('badFlag'));
const words = (reason: Reason) => z.string(because(reason)).nullish();

const cleaned = (reason: Reason, most: number) =>
  words(reason)
    .transform((text) => cleanText(text ?? '') as string)
    .pipe(z.string().max(most, because(reason)));

export const accountRow = z.object({
  uid: uid('badId'),
  email: emailAddress,
  emailVerified: flag.default(false),
  disabled: flag.nullish(),
  displayName: words('badName'),
  createdAt: time,
  lastSignedInAt: optionalTime,
  passwordHash: z.string(because('badHash')).max(400, because('badHash')).nullish(),
  salt: z.string(because('badHash')).max(200, because('badHash')).nullish(),
  profile: z
    .object({
      displayName: words('badName'),
      emailVerified: flag.nullish(),
      createdAt: optionalTime,
      lastLogin: optionalTime,
    })
    .nullish(),
});

export type AccountRow = z.output<typeof accountRow>;

export const itemRow = z.object({
  id: oldId,
  owner: uid('badOwner'),
  name: z.preprocess(
    cleanLine,
    z.string(because('badName')).min(1, because('badName')).max(maxItemNameLength, because('badName')),
  ),
  category: z.enum(categories).catch('other'),
  note: cleaned('badNote', maxNoteLength),
  createdAt: optionalTime,
  lost: z.union([flag, time]).nullish(),
  archived: flag.nullish(),
});

export type ItemRow = z.output<typeof itemRow>;

export const messageRow = z.object({
  id: oldId,
  owner: uid('badOwner'),
  read: flag.nullish(),
  text: cleaned('badText', maxMessageLength),
  item: z.string().max(200).nullish().catch(null),
  name: z.unknown().optional(),
  createdAt: optionalTime,
});

export type MessageRow = z.output<typeof messageRow>;

const known = new Set<string>(['badDate', 'badFlag', 'badHash', 'badId', 'badName', 'badNote', 'badOwner', 'badText']);

export type ReadRow<Row> = { row: Row; refusal?: undefined } | { row?: undefined; refusal: Outcome };

/** Parses a row without throwing. */
export function readRow<Row>(schema: z.ZodType<Row>, value: unknown): ReadRow<Row> {
  const read = schema.safeParse(value);
  if (read.success) return { row: read.data };
  const [issue] = read.error.issues;
  if (issue?.path[0] === 'email') return { refusal: refused('badEmail') };
  return { refusal: refused(known.has(issue?.message ?? '') ? (issue?.message as Reason) : 'badRow') };
}

export function refused(...reasons: Reason[]): Outcome {
  return { state: 'refused', reasons };
}
