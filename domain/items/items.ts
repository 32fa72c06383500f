import type { Selectable } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import type { Category } from './contract/categories.ts';
import { toItemHash } from './contract/item-hash.ts';
import { lost, returned } from './contract/item-state.ts';
import { type ItemChange, type ItemDetails, type ItemSummary, mostItems } from './contract/schema.ts';
import { newTagCode } from './contract/tag-code.ts';

export type Owner = { uid: string };

type ItemRow = Selectable<Tables['items']>;

/** Lists the first 1,000 items, lost ones first, then the newest. */
export async function listItems(owner: Owner, { db }: Installation): Promise<{ items: ItemSummary[]; more?: true }> {
  const rows = await db
    .selectFrom('items')
    .selectAll()
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .orderBy((order) => order.and([order('lostAt', 'is not', null), order('returnedAt', 'is', null)]), 'desc')
    .orderBy('createdAt', 'desc')
    .limit(mostItems + 1)
    .execute();
  return { items: rows.slice(0, mostItems).map(toSummary), ...(rows.length > mostItems && { more: true }) };
}

export async function readItem(owner: Owner, id: string, { db }: Installation): Promise<ItemSummary | null> {
  const row = await db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? toSummary(row) : null;
}

/** Adds an item with its first tag, active because the owner prints it. The same `key` adds only one item. */
export async function addItem(
  owner: Owner,
  details: ItemDetails & { key: string },
  { db }: Installation,
): Promise<ItemSummary> {
  const { key, ...words } = details;
  const creationKey = `${owner.uid}:${key}`;
  return db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('items')
      .values({ id: newTagCode(), ownerId: owner.uid, creationKey, ...words })
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) {
      const tag = { code: added.id, status: 'active' as const, itemId: added.id, activatedAt: new Date() };
      await trx.insertInto('tags').values(tag).execute();
      return toSummary(added);
    }
    const earlier = trx.selectFrom('items').selectAll().where('creationKey', '=', creationKey);
    return toSummary(await earlier.executeTakeFirstOrThrow());
  });
}

/** Omitted fields stay as they are. */
export async function updateItem(
  owner: Owner,
  { id, ...details }: ItemChange & { id: string },
  installation: Installation,
): Promise<ItemSummary | null> {
  const isNothing = Object.values(details).every((value) => value === undefined);
  return isNothing ? readItem(owner, id, installation) : changeAndAnnounce(owner, id, details, installation);
}

export function markItemLost(owner: Owner, id: string, installation: Installation): Promise<ItemSummary | null> {
  return changeAndAnnounce(owner, id, lost(new Date()), installation);
}

export function markItemReturned(owner: Owner, id: string, installation: Installation): Promise<ItemSummary | null> {
  return changeAndAnnounce(owner, id, returned(new Date()), installation);
}

/** Deletes the item. Its tags retire; its conversations stay in the inbox. */
export async function deleteItem(owner: Owner, id: string, installation: Installation): Promise<boolean> {
  return installation.events.transaction(async (trx, publish) => {
    const item = await change(owner, id, { deletedAt: new Date() }, trx);
    if (!item) return false;
    await trx.updateTable('tags').set({ status: 'retired' }).where('itemId', '=', id).execute();
    await announce(id, trx, publish);
    return true;
  });
}

function changeAndAnnounce(owner: Owner, id: string, changes: Changes, { events }: Installation) {
  return events.transaction(async (trx, publish) => {
    const item = await change(owner, id, changes, trx);
    if (item) await announce(id, trx, publish);
    return item;
  });
}

type Changes = Partial<Pick<ItemRow, 'name' | 'category' | 'note' | 'lostAt' | 'returnedAt' | 'deletedAt'>>;

async function change(owner: Owner, id: string, changes: Changes, db: Executor): Promise<ItemSummary | null> {
  const row = await db
    .updateTable('items')
    .set(changes)
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toSummary(row) : null;
}

async function announce(id: string, trx: Executor, publish: Publish) {
  const tags = await trx.selectFrom('tags').select('code').where('itemId', '=', id).execute();
  publish(...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
}

function toSummary(row: ItemRow): ItemSummary {
  return {
    id: row.id,
    hash: toItemHash(row.id),
    name: row.name,
    category: row.category as Category,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    lostAt: row.lostAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
  };
}
