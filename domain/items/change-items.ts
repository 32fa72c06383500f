import { type Selectable, sql, type UpdateObject } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { type ItemState, stateOf } from './contract/item-state.ts';
import type { ItemChange, ItemSummary, NewItem } from './contract/schema.ts';
import { newTagCode } from './contract/tag-code.ts';
import { factColumns, itemsOf, type Owner, toSummary, withFacts } from './items.ts';

/** Adds an item with an active tag, once for a key. @returns null when it was deleted or handed over since @throws AccountDeleted */
export async function addItem(owner: Owner, { key, facts, ...words }: NewItem & { key: string }, { db }: Services) {
  const creationKey = creationKeyOf(owner, key);
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const added = await trx
      .insertInto('items')
      .values({ id: newTagCode(), ownerId: owner.uid, creationKey, ...words, ...factColumns(facts) })
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (added) await addFirstTags(trx, [added.id]);
    const item =
      added ?? (await itemsOf(owner, trx).selectAll().where('creationKey', '=', creationKey).executeTakeFirst());
    return item ? toSummary(item) : null;
  });
}

/** Gives each new item its first tag, whose code is the item's id. */
export async function addFirstTags(trx: Executor, ids: string[]): Promise<void> {
  const tags = ids.map((id) => ({ code: id, status: 'active' as const, itemId: id, activatedAt: new Date() }));
  if (tags.length > 0) await trx.insertInto('tags').values(tags).execute();
}

/** Omitted fields stay as they are. Nothing is changed when one of the named fields is not as it was in `from` any more. */
export async function updateItem(
  owner: Owner,
  { id, facts, from, ...details }: ItemChange & { id: string; from?: Fields | undefined },
  services: Services,
): Promise<ItemSummary | Conflict | null> {
  const to = { ...details, ...facts };
  return changeInState(owner, { id }, services, async (trx, publish, row) => {
    if (Object.values(to).every((value) => value === undefined)) return toSummary(row);
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
  change: (trx: Executor, publish: Publish, now: Selectable<Tables['items']>) => Promise<Changed>,
): Promise<Changed | Conflict | null> {
  return events.transaction(async (trx, publish) => {
    const now = await lockedItem(trx, owner, id);
    if (!now) return null;
    return state && state !== stateOf(now) ? new Conflict({ state: stateOf(now) }) : change(trx, publish, now);
  });
}

/** Locks an item of the owner: one change of what stands open about it at a time, and the next one sees this one’s. */
export function lockedItem(trx: Executor, owner: Owner, id: string) {
  return itemsOf(owner, trx).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Changes an item of the owner that is not deleted, and tells who shows it. */
export async function changeItem(
  { uid }: Owner,
  id: string,
  changes: UpdateObject<Tables, 'items'>,
  trx: Executor,
  publish: Publish,
): Promise<ItemSummary | null> {
  const row = await trx
    .updateTable('items')
    .set(changes)
    .where('id', '=', id)
    .where('ownerId', '=', uid)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row) await announceChange(row, trx, publish);
  return row ? toSummary(row) : null;
}

export async function announce(id: string, trx: Executor, publish: Publish) {
  const tags = await trx.selectFrom('tags').select('code').where('itemId', '=', id).execute();
  publish(...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
}

/** Tells who shows an item that it changed: the pages of its tags, its owner's and its members'. */
export async function announceChange(
  { id, ownerId, deletedAt }: { id: string; ownerId: string; deletedAt: Date | null },
  trx: Executor,
  publish: Publish,
): Promise<void> {
  await announce(id, trx, publish);
  publish({ kind: 'sharing', uid: ownerId, itemId: id });
  await announceToMembers(trx, publish, { id }, deletedAt ? { ended: true } : {});
}

/** Moves a locked item to the page of a tag that works, when its own does not, and says that its tags' pages have changed. */
export async function moveAddress(trx: Executor, publish: Publish, itemId: string): Promise<void> {
  const working = sql`
    select code from tags
    where item_id = items.id and status = 'active' and frozen_at is null
    order by replaced_by is not null, code = coalesce(items.tag_code, items.id) desc, activated_at, code limit 1`;
  const changes = { tagCode: sql<string>`coalesce((${working}), tag_code)` };
  await trx.updateTable('items').set(changes).where('id', '=', itemId).execute();
  await announce(itemId, trx, publish);
}

/** Tells those with whom items are shared that they changed, or with `ended` that they see them no more. Deleting can be undone, so memberships stay. */
export async function announceToMembers(
  trx: Executor,
  publish: Publish,
  items: { id: string } | { ownerId: string },
  state: { ended?: true },
): Promise<void> {
  const [column, value] =
    'id' in items ? (['items.id', items.id] as const) : (['items.ownerId', items.ownerId] as const);
  const members = await trx
    .selectFrom('itemMembers')
    .innerJoin('items', 'items.id', 'itemMembers.itemId')
    .select(['uid', 'itemId'])
    .where(column, '=', value)
    .execute();
  for (const { uid, itemId } of members) publish({ kind: 'sharing', uid, itemId, ...state }, { kind: 'unread', uid });
}

const ownerLocks = 1;

/** Keeps the item with its owner until the transaction ends. Whoever takes this lock holds no row yet, so it is part of no deadlock. */
export async function keepOwner(trx: Executor, itemId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${ownerLocks}::int, hashtext(${itemId}))`.execute(trx);
}

/** Waits for all who keep the item with its owner, and keeps others waiting, before the transaction has any row. */
export async function lockOwner(trx: Executor, itemId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ownerLocks}::int, hashtext(${itemId}))`.execute(trx);
}
