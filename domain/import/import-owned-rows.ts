import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import { readRow } from './row-schemas.ts';
import { type Kind, type Outcome, type Reason, refusedRow } from './run.ts';

export type Given = {
  rows: unknown[];
  dryRun: boolean;
};

type Rules<Row> = {
  kind: Kind;
  act: 'importOldItems' | 'importOldMessages';
  rowRules: Parameters<typeof readRow<Row>>[0];
  add(trx: Executor, rows: Row[]): Promise<void>;
  missing(row: Row): Reason[];
};

/** Imports what belongs to accounts that were imported, each once. */
export function importOwnedRows<Row extends { id: string; owner: string }>(
  { rows, dryRun }: Given,
  { kind, act, rowRules, add, missing }: Rules<Row>,
  services: Services,
): Promise<Outcome[]> {
  const keyOf = ({ id }: Row) => importKey(kind, id, services);
  const read = rows.map((row) => readRow(rowRules, row));
  const readable = read.flatMap(({ row }) => row ?? []);
  return services.db.transaction().execute(async (trx) => {
    const known = await findImported(trx, readable.map(keyOf));
    const uids = readable.map(({ owner }) => owner);
    const owners = await findImportedOwners(trx, uids, services);
    const addable = new Map<string, Row>();
    for (const row of readable) {
      if (!known.has(keyOf(row)) && owners.has(row.owner) && !addable.has(keyOf(row))) addable.set(keyOf(row), row);
    }
    const claimed = dryRun ? new Set(addable.keys()) : await claimRows(trx, [...addable.keys()]);
    const mine = [...addable].filter(([key]) => claimed.has(key)).map(([, row]) => row);
    if (mine.length > 0 && !dryRun) {
      await add(trx, mine);
      await recordAction(trx, { by: null, act, id: `${kind}s`, changes: { added: [0, mine.length] } });
    }
    return read.map((each): Outcome => {
      if (each.refusal) return each.refusal;
      const { row, reasons } = each;
      if (claimed.has(keyOf(row)) && addable.get(keyOf(row)) === row)
        return { state: 'imported', reasons: [...new Set([...reasons, ...missing(row)])] };
      return owners.has(row.owner) || known.has(keyOf(row)) ? { state: 'known', reasons: [] } : refusedRow('noOwner');
    });
  });
}

export function importKey(kind: Kind, id: string, { keys }: Pick<Services, 'keys'>): string {
  return keys.code('import', `${kind} ${id}`).toString('base64url');
}

/** Which of these were imported before, also when they were deleted here since. */
export async function findImported(db: Executor, importKeys: string[]): Promise<Set<string>> {
  if (importKeys.length === 0) return new Set();
  const rows = await db.selectFrom('importedRows').select('key').where('key', 'in', importKeys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** @returns those that nobody else imports */
export async function claimRows(trx: Executor, importKeys: string[]): Promise<Set<string>> {
  if (importKeys.length === 0) return new Set();
  const rows = await trx
    .insertInto('importedRows')
    // In order, so that two imports at once wait for each other instead of each for the other.
    .values([...importKeys].sort().map((key) => ({ key })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

async function findImportedOwners(db: Executor, uids: string[], services: Services) {
  const unique = [...new Set(uids)];
  if (unique.length === 0) return new Set<string>();
  const imported = await findImported(
    db,
    unique.map((uid) => importKey('account', uid, services)),
  );
  const rows = await db.selectFrom('users').select('uid').where('uid', 'in', unique).forKeyShare().execute();
  return new Set(rows.map(({ uid }) => uid).filter((uid) => imported.has(importKey('account', uid, services))));
}
