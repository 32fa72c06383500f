import { sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { Conflict } from '../conflicts/conflict.ts';
import { stateOf } from '../items/contract/item-state.ts';
import { markItemMissing, markItemReturned } from '../items/item-states.ts';
import { type Owner, toSummary } from '../items/items.ts';
import type { SharedItem } from './contract/schema.ts';

/** A page of the items that others share with the user, the one shared last first. */
export function listSharedItems(user: Owner, request: PageRequest, { db, keys }: Services) {
  const list = JSON.stringify(['shared-items', user.uid]);
  const rows = sharedWith(user, db);
  return readNewest({ ...request, by: ['since', 'itemId'], as: 'items', list, keys, rows, show: toSharedItem });
}

export async function readSharedItem(user: Owner, id: string, { db }: Pick<Services, 'db'>) {
  const row = await sharedWith(user, db).where('items.id', '=', id).executeTakeFirst();
  return row ? toSharedItem(row) : null;
}

export async function markSharedItemLost(user: Owner, id: string, services: Services) {
  const item = await sharedWith(user, services.db).where('items.id', '=', id).executeTakeFirst();
  if (!item) return null;
  // A theft stays one: only the owner says that it was none.
  if (stateOf(item) !== 'stolen' && !(await markItemMissing({ uid: item.ownerId }, { id, state: 'lost' }, services)))
    return null;
  return readSharedItem(user, id, services);
}

export async function markSharedItemReturned(
  user: Owner,
  loss: { id: string; lostAt?: string | undefined },
  services: Services,
) {
  const item = await sharedWith(user, services.db).where('items.id', '=', loss.id).executeTakeFirst();
  const marked = item && (await markItemReturned({ uid: item.ownerId }, loss, services));
  if (marked instanceof Conflict) return marked;
  return marked ? readSharedItem(user, loss.id, services) : null;
}

/** Turns the user’s mails about the item off or on; null when it is not shared with them. */
export async function muteItem(user: Owner, { id, muted }: { id: string; muted: boolean }, services: Services) {
  await services.db
    .updateTable('itemMembers')
    .set({ mutedAt: muted ? sql<Date>`coalesce(muted_at, now())` : null })
    .where('itemId', '=', id)
    .where('uid', '=', user.uid)
    .where('itemId', 'in', services.db.selectFrom('items').select('id').where('deletedAt', 'is', null))
    .execute();
  return readSharedItem(user, id, services);
}

function sharedWith({ uid }: Owner, db: Executor) {
  return db
    .selectFrom('itemMembers')
    .innerJoin('items', 'items.id', 'itemMembers.itemId')
    .innerJoin('users', 'users.uid', 'items.ownerId')
    .selectAll('items')
    .select(['users.displayName as sharedBy', 'mutedAt'])
    .where('itemMembers.uid', '=', uid)
    .where('items.deletedAt', 'is', null);
}

type Row = Parameters<typeof toSummary>[0] & { sharedBy: string | null; mutedAt: Date | null };

function toSharedItem(row: Row): SharedItem {
  const { createdAt: _at, facts: _facts, printed: _printed, archivedAt, pictureShown, ...item } = toSummary(row);
  return {
    ...item,
    // Nobody but its owner gets the picture of an archived item.
    pictureId: pictureShown && !archivedAt ? item.pictureId : null,
    sharedBy: row.sharedBy ?? '',
    muted: row.mutedAt !== null,
  };
}
