import { csvLines, utf8Mark } from '../lists/contract/csv.ts';
import type { Entry, Reported } from './prepare.ts';
import { isObject, own } from './read-export.ts';

const maxRows = 200;

type Run = {
  dryRun: boolean;
  /** Imports rows of one kind, or only judges them. @returns an outcome for each, in order */
  send(kind: Kind, rows: unknown[]): Promise<Outcome[]>;
  onProgress(done: number): void;
};

/** Imports in small parts, accounts first. Whoever stops it can begin again: what is there stays as it is. */
export async function run(entries: Entry[], { dryRun, send, onProgress }: Run): Promise<Reported[]> {
  const reported: Reported[] = [];
  const owners = new Set<string>();
  for (const kind of kinds) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    const kept = ofKind.filter((entry) => !entry.refused);
    const report = ({ row: _row, refused: _refused, ...entry }: Entry, outcome: Outcome) => {
      reported.push({ ...entry, ...outcome });
      if (kind === 'account' && outcome.state === 'imported') owners.add(entry.id);
    };
    for (const entry of ofKind) if (entry.refused) report(entry, refusedRow(entry.refused));
    for (let from = 0; from < kept.length; from += maxRows) {
      onProgress(reported.length);
      const part = kept.slice(from, from + maxRows);
      const rows = part.map(({ row }) => row);
      for (const [index, outcome] of (await send(kind, rows)).entries()) {
        const entry = part[index] as Entry;
        report(entry, dryRun && waitsForOwner(entry, outcome, owners) ? { state: 'imported', reasons: [] } : outcome);
      }
    }
  }
  onProgress(reported.length);
  return reported;
}

function waitsForOwner({ row }: Entry, { reasons }: Outcome, owners: Set<string>): boolean {
  const owner = isObject(row) ? own(row, 'owner') : undefined;
  return reasons.length === 1 && reasons[0] === 'noOwner' && typeof owner === 'string' && owners.has(owner);
}

export const reasons = {
  badRow: 'This is not understood.',
  badId: 'The id is missing, too long, or has characters that no id has here.',
  badDate: 'A time is missing or none that can be: the time of the import stands in its place, or none.',
  badEmail: 'The email address is missing or is none.',
  badFlag: 'A value that is true or false is something else, and counts as false.',
  badHash: 'There is a password hash, but no hash parameters. Give them and import again.',
  badName: 'The name is missing, too long or no text. It was cut, or another stands in its place.',
  badNote: 'The note is too long or no text. The part that fits is there.',
  badOwner: 'The owner is missing or no id.',
  badText: 'The message is too long or no text. The part that fits is there.',
  emailTaken: 'Another account here has this email address.',
  idTaken: 'Another account here has this id.',
  nameReplaced: 'The name holds an address or a number, is too long or no text. Another stands in its place.',
  noOwner: 'Its owner was not imported.',
  noPassword: 'There is no password. The owner sets one with “Forgot your password?”.',
  noWords: 'The words of the message are not in the export.',
  otherHash:
    'The password hash is not complete, or of another service. The owner sets a password with “Forgot your password?”.',
  perhapsDisabled: 'Nothing says clearly whether the account is disabled. It stays disabled until you enable it.',
  redactedHash: 'The export hides the password hashes (REDACTED). Make it again as an owner of the Firebase project.',
  repeated: 'The same id or email address stands further up in the file.',
  tooLarge: 'The row is too large.',
} as const;

export type Reason = keyof typeof reasons;

export const kinds = ['account', 'item', 'message'] as const;

export type Kind = (typeof kinds)[number];

/** `known`: it was imported before. */
export type Outcome = { state: 'imported' | 'known' | 'refused'; reasons: Reason[] };

export function refusedRow(...because: Reason[]): Outcome {
  return { state: 'refused', reasons: because };
}

const kindNames: Record<Kind, string> = { account: 'Accounts', item: 'Items', message: 'Messages' };
const stateNames: Record<Outcome['state'], string> = {
  imported: 'Imported',
  known: 'There before',
  refused: 'Refused',
};
const mostLines = 50;

export function reportAsCsv(reported: Reported[], dryRun: boolean): string {
  const head = ['Kind', 'Place in the file', 'Old id', 'Email or name', 'State', 'Reason'];
  return utf8Mark + csvLines([head, ...remarksOf(reported, dryRun)]);
}

export function reportAsLines(reported: Reported[], dryRun: boolean): string[] {
  const remarks = remarksOf(reported, dryRun);
  const lines = remarks.slice(0, mostLines).map(([kind, place, id, name, state, because]) => {
    // Strangers chose the names: no sequence for the terminal among them.
    const shown = (name || id || '').replace(/[\p{Cc}\p{Cf}]/gu, '');
    return `${kind}, ${place}: ${shown || 'without a name'} · ${state}. ${because}`;
  });
  const left = remarks.length - mostLines;
  return left > 0 ? [...lines, `${left} more: --report report.csv writes all of them.`] : lines;
}

function remarksOf(reported: Reported[], dryRun: boolean): string[][] {
  return reported
    .filter((each) => each.reasons.length > 0)
    .map(({ kind, place, id, name, state, reasons: because }) => [
      kindNames[kind],
      String(place),
      id,
      name,
      dryRun && state === 'imported' ? 'Would be imported' : stateNames[state],
      because.map((reason) => reasons[reason]).join(' '),
    ]);
}
