import { type Selectable, sql } from 'kysely';
import { exactTime, type PageRequest, type Position, readPage } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import type { Category } from './contract/categories.ts';
import { toItemHash } from './contract/item-hash.ts';
import { lost, returned } from './contract/item-state.ts';
import type { ItemChange, ItemDetails, ItemSummary } from './contract/schema.ts';
import { newTagCode } from './contract/tag-code.ts';

export type Owner = { uid: string };

type ItemRow = Selectable<Tables['items']>;

/**
 * A page of the owner's items, lost ones first, then the newest.
 * @param request with `search`, only those that have each of its words in name or note, or whose code begins with it
 */
export async function listItems(
  owner: Owner,
  { search, ...request }: PageRequest & { search?: string | undefined },
  { db, keys }: Installation,
): Promise<{ items: ItemSummary[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['items', owner.uid, search]),
    keys,
    read: (position, limit) =>
      db
        .selectFrom('items')
        .selectAll()
        .select([isLost.as('isLost'), exactTime('createdAt').as('exactly')])
        .where('ownerId', '=', owner.uid)
        .where('deletedAt', 'is', null)
        .where(matches(search))
        .where(comesAfter(position))
        .orderBy(isLost, 'desc')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: (row) => [String(row.isLost), row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  return { items: rows.map(toSummary), ...rest };
}

/** As the index has it. */
const isLost = sql<boolean>`(lost_at is not null and returned_at is null)`;

function comesAfter(position: Position | undefined) {
  if (!position) return sql<boolean>`true`;
  const [lost, createdAt, id] = position;
  return sql<boolean>`(${isLost}, created_at, id) < (${lost}::boolean, ${createdAt}::timestamptz, ${id})`;
}

/** Each word stands in name or note, or the code begins with all of them. */
function matches(search = '') {
  const words = search.split(/\s+/).filter(Boolean);
  const code = words.join('').replaceAll('-', '').toLowerCase();
  const all = words.map((word) => sql<boolean>`strpos(lower(name || ' ' || note), lower(${word})) > 0`);
  const hasAll = sql<boolean>`(${sql.join([sql`true`, ...all], sql` and `)})`;
  return code ? sql<boolean>`(${hasAll} or starts_with(id, ${code}))` : hasAll;
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

export function toSummary(row: ItemRow): ItemSummary {
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
