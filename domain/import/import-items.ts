import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { newTagCode } from '../items/contract/tag-code.ts';
import { factColumns } from '../items/facts.ts';
import type { Outcome } from './contract/schema.ts';
import { type Given, importOwnedRows } from './import-owned-rows.ts';
import { type ItemRow, itemRow } from './row-schemas.ts';

/** Adds items to accounts that were imported, each with a tag. The old address of the tag, a hash of `prefix` and the old id, leads there. */
export function importItems(
  { prefix, ...given }: Omit<Given, 'language'> & { prefix: string },
  installation: Installation,
): Promise<Outcome[]> {
  const add = (trx: Executor, items: ItemRow[]) => addItems(trx, items, prefix);
  return importOwnedRows(
    given,
    { kind: 'item', act: 'importOldItems', schema: itemRow, add, missing: () => [] },
    installation,
  );
}

async function addItems(trx: Executor, items: ItemRow[], prefix: string): Promise<void> {
  const now = new Date();
  const rows = items.map((item) => ({ ...item, code: newTagCode(), since: item.createdAt ?? now }));
  await trx
    .insertInto('items')
    .values(
      rows.map(({ code, owner, name, category, note, lost, archived, since }) => ({
        id: code,
        ownerId: owner,
        name,
        category,
        note,
        ...factColumns(),
        creationKey: `import:${code}`,
        lostAt: lost ? lossOf(lost, now) : null,
        archivedAt: archived ? now : null,
        createdAt: since,
      })),
    )
    .execute();
  await trx
    .insertInto('tags')
    .values(rows.map(({ code, since }) => ({ code, status: 'active' as const, itemId: code, activatedAt: since })))
    .execute();
  await trx
    .insertInto('legacyTags')
    .values(rows.map(({ id, code }) => ({ id, prefix, code })))
    .execute();
  const losses = rows.flatMap(({ code, owner, lost }) =>
    lost ? [{ itemId: code, ownerId: owner, state: 'lost' as const, createdAt: lossOf(lost, now) }] : [],
  );
  if (losses.length > 0) await trx.insertInto('itemStates').values(losses).execute();
}

const lossOf = (lost: Date | true, now: Date) => (lost === true ? now : lost);
