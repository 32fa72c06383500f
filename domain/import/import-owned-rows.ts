import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import { claimRows, findImported, findImportedOwners, importKey } from './imported-rows.ts';
import { type Kind, type Outcome, type Reason, refused } from './outcome.ts';
import { readRow } from './row-schemas.ts';

export type Given = {
  rows: unknown[];
  /** Nothing is written. */
  dryRun: boolean;
};

type Rules<Row> = {
  kind: Kind;
  act: 'importOldItems' | 'importOldMessages';
  rowRules: Parameters<typeof readRow<Row>>[0];
  add(trx: Executor, rows: Row[]): Promise<void>;
  /** What is missing of what was imported. */
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
      await recordAction(trx, {
        by: null,
        act,
        subject: { kind: 'table', id: `${kind}s` },
        changes: { added: [0, mine.length] },
      });
    }
    return read.map((each): Outcome => {
      if (each.refusal) return each.refusal;
      const { row, reasons } = each;
      if (claimed.has(keyOf(row)) && addable.get(keyOf(row)) === row)
        return { state: 'imported', reasons: [...new Set([...reasons, ...missing(row)])] };
      return owners.has(row.owner) || known.has(keyOf(row)) ? { state: 'known', reasons: [] } : refused('noOwner');
    });
  });
}
