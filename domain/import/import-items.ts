import { defaultLanguage, translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { newTagCode } from '../items/contract/tag-code.ts';
import { factColumns } from '../items/facts.ts';
import { type Given, importOwnedRows } from './import-owned-rows.ts';
import type { Outcome, Reason } from './outcome.ts';
import { type ItemRow, itemRow } from './row-schemas.ts';

/** Adds items to accounts that were imported, each with a tag. The old address of the tag, a hash of `prefix` and the old id, leads there. */
export function importItems({ prefix, ...given }: Given & { prefix: string }, services: Services): Promise<Outcome[]> {
  const unnamed = translationsIn(defaultLanguage)('firebaseImport.unnamed');
  const add = (trx: Executor, items: ItemRow[]) =>
    addItems(
      trx,
      items.map((item) => ({ ...item, name: item.name || unnamed })),
      prefix,
    );
  const missing = ({ name }: ItemRow): Reason[] => (name ? [] : ['badName']);
  return importOwnedRows(given, { kind: 'item', act: 'importOldItems', rowRules: itemRow, add, missing }, services);
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
