import { type Selectable, sql, type UpdateObject } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import { type CursorPosition, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { foldedWithMarks } from '../lists/contract/folded.ts';
import { searchable } from '../lists/search-words.ts';
import { groupLength, typedPartOfCode } from '../texts/contract/typed-codes.ts';
import { type Category, categoriesWith } from './contract/categories.ts';
import { toItemHash } from './contract/item-hash.ts';
import { type ItemState, stateOf } from './contract/item-state.ts';
import type { ItemChange, ItemSummary, NewItem } from './contract/schema.ts';
import { newTagCode } from './contract/tag-code.ts';
import { factColumns, toFacts, withFacts } from './facts.ts';

/** Which of one's items. */
export type ItemFilter = {
  search?: string | undefined;
  category?: Category | undefined;
  archived?: boolean | undefined;
  /** The language in which the names of categories are searched. */
  language: string;
};

export type Owner = { uid: string };

type ItemRow = Selectable<Tables['items']>;

/**
 * A page of the owner's items, lost ones first, then the newest.
 * @param request with `archived`, those that are archived instead; with `search`, only those that have each of its words in name, note or category, or whose code has it
 */
export async function listItems(
  owner: Owner,
  { search, category, archived = false, language, ...request }: PageRequest & ItemFilter,
  { db, keys }: Services,
): Promise<{ items: ItemSummary[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['items', owner.uid, search, category, archived]),
    keys,
    read: (position, limit) =>
      db
        .selectFrom('items')
        .selectAll()
        .select([isLost.as('isLost'), exactTime('createdAt').as('exactly')])
        .where('ownerId', '=', owner.uid)
        .where('deletedAt', 'is', null)
        .where('archivedAt', archived ? 'is not' : 'is', null)
        .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
        .where(matches(search, language))
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
export const isLost = sql<boolean>`(lost_at is not null and returned_at is null)`;

function comesAfter(position: CursorPosition | undefined) {
  if (!position) return sql<boolean>`true`;
  const [lost, createdAt, id] = position;
  return sql<boolean>`(${isLost}, created_at, id) < (${lost}::boolean, ${createdAt}::timestamptz, ${id})`;
}

/** Each word stands in name or note or begins one of the category, or the code has all of them. */
export function matches(search = '', language: string) {
  const words = search.split(/\s+/).filter(Boolean);
  const code = typedPartOfCode(search);
  const text = searchable(sql`name || ' ' || note`);
  const all = words.map((word) => {
    const found = sql.join(categoriesWith(word, translationsIn(language)).map((category) => sql`${category}`));
    return sql<boolean>`(strpos(${text}, ${foldedWithMarks(word)}) > 0 or category = any(array[${found}]::text[]))`;
  });
  const hasAll = sql<boolean>`(${sql.join([sql`true`, ...all], sql` and `)})`;
  if (!code) return hasAll;
  const codes = sql`id || ' ' || coalesce(tag_code, '')`;
  const hasCode =
    code.length < groupLength
      ? sql`starts_with(id, ${code}) or starts_with(coalesce(tag_code, ''), ${code})`
      : sql`strpos(${codes}, ${code}) > 0`;
  return sql<boolean>`(${hasAll} or ${hasCode})`;
}

export async function readItem(owner: Owner, id: string, { db }: Services): Promise<ItemSummary | null> {
  const row = await db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ? toSummary(row) : null;
}

/** Locks an item of the owner: one change of what stands open about it at a time, and the next one sees this one’s. */
export async function lockOwnItem(trx: Executor, owner: Owner, itemId: string): Promise<boolean> {
  const item = await trx
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return item !== undefined;
}

/**
 * Adds an item with its first tag, active because the owner prints it. The same `key` adds only one item.
 * @returns null when that one was deleted or handed over since
 * @throws AccountDeleted
 */
export async function addItem(
  owner: Owner,
  { key, facts, ...words }: NewItem & { key: string },
  { db }: Services,
): Promise<ItemSummary | null> {
  const creationKey = creationKeyOf(owner, key);
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const added = await trx
      .insertInto('items')
      .values({ id: newTagCode(), ownerId: owner.uid, creationKey, ...words, ...factColumns(facts) })
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) {
      const tag = { code: added.id, status: 'active' as const, itemId: added.id, activatedAt: new Date() };
      await trx.insertInto('tags').values(tag).execute();
      return toSummary(added);
    }
    const earlier = await trx
      .selectFrom('items')
      .selectAll()
      .where('creationKey', '=', creationKey)
      .where('ownerId', '=', owner.uid)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    return earlier ? toSummary(earlier) : null;
  });
}

/** Omitted fields stay as they are. Nothing is changed when one of the named fields is not as it was in `from` any more. */
export async function updateItem(
  owner: Owner,
  { id, facts, from, ...details }: ItemChange & { id: string; from?: Fields | undefined },
  { events }: Services,
): Promise<ItemSummary | Conflict | null> {
  const to = { ...details, ...facts };
  return events.transaction(async (trx, publish) => {
    const row = await lockedItem(trx, owner, id);
    if (!row || Object.values(to).every((value) => value === undefined)) return row ? toSummary(row) : null;
    const { facts: present, ...now } = toSummary(row);
    const changes = { ...details, ...(facts && withFacts(facts)) };
    return conflictOf({ ...now, ...present }, to, from) ?? changeItem(owner, id, changes, trx, publish);
  });
}

/** Does something with the owner's item, unless it has another state by now than the one that was read. */
export function changeInState<Changed>(
  owner: Owner,
  { id, state }: { id: string; state?: ItemState | undefined },
  { events }: Pick<Services, 'events'>,
  change: (trx: Executor, publish: Publish) => Promise<Changed>,
): Promise<Changed | Conflict | null> {
  return events.transaction(async (trx, publish) => {
    const now = await lockedItem(trx, owner, id);
    if (!now) return null;
    return state && state !== stateOf(now) ? new Conflict({ state: stateOf(now) }) : change(trx, publish);
  });
}

export function lockedItem(trx: Executor, owner: Owner, id: string) {
  return trx
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes an item of the owner that is not deleted, and tells who shows its tags. */
export function changeAndAnnounce(
  owner: Owner,
  id: string,
  changes: Changes,
  { events }: Services,
): Promise<ItemSummary | null> {
  return events.transaction((trx, publish) => changeItem(owner, id, changes, trx, publish));
}

/** The same within a transaction. */
export async function changeItem(
  owner: Owner,
  id: string,
  changes: Changes,
  trx: Executor,
  publish: Publish,
): Promise<ItemSummary | null> {
  const item = await change(owner, id, changes, trx);
  if (item) await announce(id, trx, publish);
  return item;
}

type Changes = Pick<
  UpdateObject<Tables, 'items'>,
  | 'name'
  | 'category'
  | 'note'
  | 'finderSees'
  | 'privateDetails'
  | 'archivedAt'
  | 'deletedAt'
  | 'pictureId'
  | 'pictureShown'
>;

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

/** Says that the pages of the item's tags have changed. */
export async function announce(id: string, trx: Executor, publish: Publish) {
  const tags = await trx.selectFrom('tags').select('code').where('itemId', '=', id).execute();
  publish(...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
}

/** The hash of the page at which the item is reached: that of a tag which works, if it has one. */
export function itemHash({ id, tagCode }: Pick<ItemRow, 'id' | 'tagCode'>): string {
  return toItemHash(tagCode ?? id);
}

export function toSummary(row: ItemRow): ItemSummary {
  return {
    id: row.id,
    hash: itemHash(row),
    name: row.name,
    category: row.category as Category,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    lostAt: row.lostAt?.toISOString() ?? null,
    stolenAt: row.stolenAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    facts: toFacts(row),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    pictureId: row.pictureId,
    pictureShown: row.pictureShown,
  };
}
