import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Conflict } from '../conflicts/conflict.ts';
import { deleteFileRows, eraseFiles } from '../files/stored-files.ts';
import { announceChange, changeInState, changeItem } from './change-items.ts';
import type { ItemState } from './contract/item-state.ts';
import { restorableDays } from './contract/limits.ts';
import { type Owner, toSummary } from './items.ts';

const itemsAtOnce = 100;

/** Deletes the item: its tags say that they are retired. For 30 days it can be undone. Its conversations stay. */
export async function deleteItem(
  owner: Owner,
  { id, state }: { id: string; state?: ItemState | undefined },
  services: Services,
): Promise<'done' | Conflict | null> {
  const outcome = await changeInState(owner, { id, state }, services, async (trx, publish) => {
    await changeItem(owner, id, { deletedAt: new Date() }, trx, publish);
    return 'done' as const;
  });
  if (outcome === 'done') await services.deletions.record('item', id);
  return outcome;
}

/** Undoes the deletion of an item within 30 days. One that is not deleted stays as it is. */
export async function undeleteItem(owner: Owner, id: string, { events, deletions }: Services) {
  const kept = await events.transaction(async (trx, publish) => {
    const row = await trx
      .updateTable('items')
      .set({ deletedAt: null })
      .where('id', '=', id)
      .where('ownerId', '=', owner.uid)
      .where('erasedAt', 'is', null)
      .where(({ eb, or }) => or([eb('deletedAt', 'is', null), eb('deletedAt', '>', lastRestorable)]))
      .returningAll()
      .executeTakeFirst();
    if (!row) return null;
    await announceChange(row, trx, publish);
    return toSummary(row);
  });
  if (kept) await deletions.record('item-kept', id);
  return kept;
}

/** Deletes for good what was deleted 30 days ago, and retires its tags. Of an item with conversations, which need it, only the name stays. */
export async function eraseDeletedItems(services: Services): Promise<void> {
  while (await eraseSome(services));
}

async function eraseSome(services: Services): Promise<boolean> {
  const erased = await services.events.transaction(async (trx, publish) => {
    const due = await trx
      .selectFrom('items')
      .select('id')
      .where('deletedAt', '<=', lastRestorable)
      .where('erasedAt', 'is', null)
      .orderBy('deletedAt')
      .limit(itemsAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    if (due.length === 0) return { items: 0, files: [] };
    const ids = due.map(({ id }) => id);
    const files = await deleteRowsAbout(trx, ids);
    await trx.deleteFrom('itemHandovers').where('itemId', 'in', ids).execute();
    const retired = { status: 'retired' as const };
    const tags = await trx.updateTable('tags').set(retired).where('itemId', 'in', ids).returning('code').execute();
    await trx
      .deleteFrom('items')
      .where('id', 'in', ids)
      .where('id', 'not in', trx.selectFrom('conversations').select('itemId').where('itemId', 'in', ids))
      .execute();
    const changes = { ...cleared, erasedAt: sql<Date>`now()` };
    await trx.updateTable('items').set(changes).where('id', 'in', ids).execute();
    publish(...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
    return { items: due.length, files };
  });
  await eraseFiles(erased.files, services);
  return erased.items === itemsAtOnce;
}

const lastRestorable = sql<Date>`now() - make_interval(days => ${restorableDays})`;

/** An item of which nothing but name and category is known. */
export const cleared = {
  note: '',
  finderSees: '{}',
  privateDetails: '{}',
  lostAt: null,
  stolenAt: null,
  returnedAt: null,
  archivedAt: null,
} as const;

/** Deletes what was said and recorded about items, besides conversations. @returns ids of files, for `eraseFiles` after the transaction */
export async function deleteRowsAbout(trx: Executor, itemIds: string[]): Promise<string[]> {
  for (const table of ['scans', 'itemStates', 'itemMembers', 'itemInvitations'] as const)
    await trx.deleteFrom(table).where('itemId', 'in', itemIds).execute();
  return deleteFileRows(trx, itemIds);
}
