import { z } from 'zod';
import { emailAddress } from '../accounts/contract/email-address.ts';
import { uidForm } from '../accounts/contract/uid.ts';
import { categories } from '../items/contract/categories.ts';
import { maxItemNameLength, maxNoteLength } from '../items/contract/limits.ts';
import { maxMessageLength } from '../messages/contract/limits.ts';
import { cleanLine, cleanText } from '../texts/contract/clean-text.ts';
import { type Outcome, type Reason, reasons, refusedRow } from './run.ts';

type Rules<Row> = {
  schema: z.ZodType<Row>;
  /** What takes the place of a wrong value in these fields. With a wrong value in another field, the row is refused. */
  instead: Record<string, null | boolean | ((given: unknown) => string)>;
};

/** The message of every issue is the reason that is reported. */
const because = (reason: Reason) => reason;

const uid = (reason: Reason) => z.string(because(reason)).regex(uidForm, because(reason));
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
    if (!read && value !== undefined && value !== null) context.addIssue(because('badDate'));
    return read ?? null;
  });
const flag = (reason: Reason = 'badFlag') => z.boolean(because(reason)).nullish();
const words = (reason: Reason) => z.string(because(reason)).nullish();
const hash = (most: number) => z.string(because('otherHash')).max(most, because('otherHash')).nullish();

const cleaned = (reason: Reason, most: number, clean = cleanText) =>
  words(reason)
    .transform((text) => clean(text ?? '') as string)
    .pipe(z.string().max(most, because(reason)));

const cut = (most: number) => (given: unknown) =>
  typeof given === 'string' ? (cleanText(given) as string).slice(0, most).replace(/[\ud800-\udbff]$/, '') : '';

const account = z.object({
  uid: uid('badId'),
  email: emailAddress,
  emailVerified: flag(),
  disabled: flag('perhapsDisabled'),
  displayName: words('nameReplaced'),
  createdAt: time,
  lastSignedInAt: time,
  passwordHash: hash(400),
  salt: hash(200),
  profile: z
    .object({ displayName: words('nameReplaced'), emailVerified: flag(), createdAt: time, lastLogin: time })
    .nullish(),
});

export type AccountRow = z.output<typeof account>;

export const accountRow: Rules<AccountRow> = {
  schema: account,
  instead: {
    emailVerified: false,
    // Whoever was perhaps shut out is not let in.
    disabled: true,
    displayName: null,
    createdAt: null,
    lastSignedInAt: null,
    passwordHash: null,
    salt: null,
    profile: null,
    'profile.displayName': null,
    'profile.emailVerified': null,
    'profile.createdAt': null,
    'profile.lastLogin': null,
  },
};

const item = z.object({
  id: oldId,
  owner: uid('badOwner'),
  name: cleaned('badName', maxItemNameLength, cleanLine),
  category: z.enum(categories).catch('other'),
  note: cleaned('badNote', maxNoteLength),
  createdAt: time,
  lost: z.union([z.boolean(), time], because('badDate')).nullish(),
  archived: flag(),
});

export type ItemRow = z.output<typeof item>;

export const itemRow: Rules<ItemRow> = {
  schema: item,
  instead: { name: cut(maxItemNameLength), note: cut(maxNoteLength), createdAt: null, lost: null, archived: null },
};

const message = z.object({
  id: oldId,
  owner: uid('badOwner'),
  read: flag(),
  text: cleaned('badText', maxMessageLength),
  item: z.string().max(200).nullish().catch(null),
  name: z.unknown().optional(),
  createdAt: time,
});

export type ImportedMessageRow = z.output<typeof message>;

export const messageRow: Rules<ImportedMessageRow> = {
  schema: message,
  instead: { read: null, text: cut(maxMessageLength), createdAt: null },
};

export type ReadRow<Row> = { row: Row; reasons: Reason[]; refusal?: undefined } | { row?: undefined; refusal: Outcome };

/** Parses a row without throwing. `reasons`: what is not as it was given. */
export function readRow<Row>({ schema, instead }: Rules<Row>, value: unknown): ReadRow<Row> {
  const read = schema.safeParse(value);
  if (read.success) return { row: read.data, reasons: [] };
  const { issues } = read.error;
  const refusing = issues.find(({ path }) => !Object.hasOwn(instead, path.join('.')));
  if (refusing) return { refusal: refusedRow(reasonOf(refusing)) };
  const mended = structuredClone(value) as Fields;
  for (const { path } of issues) {
    const [inner, name] = path.length > 1 ? [mended[`${String(path[0])}`] as Fields, path[1]] : [mended, path[0]];
    const other = instead[path.join('.')];
    inner[String(name)] = typeof other === 'function' ? other(inner[String(name)]) : other;
  }
  const again = schema.safeParse(mended);
  if (!again.success) return { refusal: refusedRow('badRow') };
  return { row: again.data, reasons: [...new Set(issues.map(reasonOf))] };
}

type Fields = Record<string, unknown>;

function reasonOf({ path, message }: { path: PropertyKey[]; message: string }): Reason {
  if (path[0] === 'email') return 'badEmail';
  return Object.hasOwn(reasons, message) ? (message as Reason) : 'badRow';
}

const earliest = Date.UTC(2000, 0);
const day = 86_400_000;

/** ISO 8601, also as Python, Go and SQL write it. Without a zone it is UTC, as Firestore's are. */
const iso =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,3})?\d*\s*(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?(?: UTC)?)?)?$/;
/** As “May 5, 2023 at 10:00:00 AM UTC+2” of Firestore's console, or as the Admin SDK and JavaScript write dates. */
const inEnglish = /^(?:[A-Z][a-z]+,? )?(?:[A-Z][a-z]+ \d\d?|\d\d? [A-Z][a-z]+),? \d{4},? (?:at )?\d\d?:\d\d:\d\d/;

/** A time as text, or as a number since 1970 in seconds or their thousandths; undefined when it cannot be, or is in the future. */
export function readTime(value: unknown): Date | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,19}(\.\d+)?$/.test(value));
  if (!isNumber && (typeof value !== 'string' || value.length > 100)) return undefined;
  const time = isNumber ? inMilliseconds(Number(value)) : parse((value as string).normalize('NFKC').trim());
  return time >= earliest && time <= Date.now() + day ? new Date(time) : undefined;
}

/** In one unit all times of this century are apart from those in the others. */
function inMilliseconds(time: number): number {
  if (time < 1e11) return time * 1_000;
  if (time < 1e14) return Math.floor(time);
  return Math.floor(time < 1e17 ? time / 1_000 : time / 1_000_000);
}

function parse(text: string): number {
  const [, date, clock = '00:00', fraction = '', hours = '+00', minutes = '00'] = iso.exec(text) ?? [];
  if (date) return Date.parse(`${date}T${clock}${fraction}${hours}:${minutes}`);
  if (!inEnglish.test(text)) return Number.NaN;
  const zoned = text
    .replace(' at ', ' ')
    .replace(/ \(.*\)$/, '')
    .replace(/(?:UTC|GMT)([+-])(\d\d?)(?::(\d\d))?$/, (_, sign, h, m = '00') => `GMT${sign}${h.padStart(2, '0')}${m}`);
  return Date.parse(/(?:UTC|GMT|[+-]\d{4})\S*$/.test(zoned) ? zoned : `${zoned} GMT`);
}
