import { type Selectable, sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { Conflict } from '../conflicts/conflict.ts';
import type { Category } from '../items/contract/categories.ts';
import { stateOf } from '../items/contract/item-state.ts';
import * as states from '../items/item-states.ts';
import { itemHash, type Owner } from '../items/items.ts';
import type { SharedItem } from './contract/schema.ts';

/** A page of the items that others share with the user, the one shared last first. */
export async function listSharedItems(
  user: Owner,
  request: PageRequest,
  { db, keys }: Services,
): Promise<{ items: SharedItem[]; next?: string } | 'bad-cursor'> {
  return readNewest({
    ...request,
    keys,
    list: JSON.stringify(['shared-items', user.uid]),
    rows: sharedWith(user, db),
    as: 'items',
    show: toSharedItem,
    by: ['since', 'itemId'],
  });
}

export async function readSharedItem(
  user: Owner,
  id: string,
  { db }: Pick<Services, 'db'>,
): Promise<SharedItem | null> {
  const row = await sharedWith(user, db).where('items.id', '=', id).executeTakeFirst();
  return row ? toSharedItem(row) : null;
}

export async function markSharedItemLost(user: Owner, id: string, services: Services): Promise<SharedItem | null> {
  const item = await sharedWith(user, services.db).where('items.id', '=', id).executeTakeFirst();
  if (!item) return null;
  // A theft stays one: only the owner says that it was none.
  if (stateOf(item) !== 'stolen' && !(await states.markItemLost({ uid: item.ownerId }, { id }, services))) return null;
  return readSharedItem(user, id, services);
}

/** Ends the loss that began at `lostAt`. One that began later goes on. */
export async function markSharedItemReturned(
  user: Owner,
  loss: { id: string; lostAt?: string | undefined },
  services: Services,
): Promise<SharedItem | Conflict | null> {
  const item = await sharedWith(user, services.db).where('items.id', '=', loss.id).executeTakeFirst();
  const marked = item && (await states.markItemReturned({ uid: item.ownerId }, loss, services));
  if (marked instanceof Conflict) return marked;
  return marked ? readSharedItem(user, loss.id, services) : null;
}

/** Turns the user’s mails about the item off or on; null when it is not shared with them. */
export async function muteItem(
  user: Owner,
  { id, muted }: { id: string; muted: boolean },
  services: Services,
): Promise<SharedItem | null> {
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
    .select([
      'items.id',
      'items.tagCode',
      'items.ownerId',
      'items.name',
      'items.category',
      'items.note',
      'items.lostAt',
      'items.stolenAt',
      'items.returnedAt',
      'items.pictureId',
      'items.pictureShown',
      'items.archivedAt',
    ])
    .select(['users.displayName as sharedBy', 'mutedAt'])
    .where('itemMembers.uid', '=', uid)
    .where('items.deletedAt', 'is', null);
}

type Row = Pick<
  Selectable<Tables['items']>,
  | 'id'
  | 'tagCode'
  | 'name'
  | 'category'
  | 'note'
  | 'lostAt'
  | 'stolenAt'
  | 'returnedAt'
  | 'pictureId'
  | 'pictureShown'
  | 'archivedAt'
> & {
  sharedBy: string | null;
  mutedAt: Date | null;
};

function toSharedItem(row: Row): SharedItem {
  return {
    id: row.id,
    hash: itemHash(row),
    name: row.name,
    category: row.category as Category,
    note: row.note,
    lostAt: row.lostAt?.toISOString() ?? null,
    stolenAt: row.stolenAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    // Nobody but its owner gets the picture of an archived item.
    pictureId: row.pictureShown && !row.archivedAt ? row.pictureId : null,
    sharedBy: row.sharedBy ?? '',
    muted: row.mutedAt !== null,
  };
}
