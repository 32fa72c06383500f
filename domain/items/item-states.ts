import { type Selectable, sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import { Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { announce, announceChange, changeInState, changeItem, lockedItem } from './change-items.ts';
import { type ItemState, isLost, isMissing, stateOf, timesIn, toldLossOf } from './contract/item-state.ts';
import type { Loss, PastState } from './contract/loss.ts';
import type { ItemSummary } from './contract/schema.ts';
import { type Owner, toSummary } from './items.ts';

type About<Said = unknown> = { id: string } & Said;

export function markItemMissing(
  owner: Owner,
  { id, state, ...said }: About<Loss & { state: 'lost' | 'stolen' }>,
  { events }: Pick<Services, 'events'>,
): Promise<ItemSummary | null> {
  return events.transaction((trx, publish) => enterState(trx, publish, { owner, id, state, said }));
}

/** Ends the loss that began at `lostAt`. One that began later goes on. */
export function markItemReturned(
  owner: Owner,
  { id, lostAt }: About<{ lostAt?: string | undefined }>,
  services: Services,
): Promise<ItemSummary | Conflict | null> {
  return changeInState(owner, { id }, services, async (trx, publish, item) => {
    const now = toSummary(item);
    if (lostAt && isLost(now) && now.lostAt !== lostAt) return new Conflict({ lostAt: now.lostAt });
    return enterState(trx, publish, { owner, id, state: 'returned', said: {} });
  });
}

/** Changes what is said of the loss of a missing item, unless something else was said of it meanwhile. */
export function updateLoss(
  owner: Owner,
  { id, from, ...said }: About<Loss & { from?: Fields | undefined }>,
  services: Services,
): Promise<ItemSummary | Conflict | null> {
  return changeLoss(owner, id, services, async (state, trx, publish) => {
    const now = toldLossOf(await statesOf(owner, id, trx).limit(1).executeTakeFirst());
    return conflictOf(now, said, from) ?? enterState(trx, publish, { owner, id, state, said });
  });
}

/** Makes the item what it was before it was marked returned, with what was said of its loss. */
export async function undoReturned(trx: Executor, publish: Publish, owner: Owner, id: string): Promise<void> {
  const [latest, before] = await statesOf(owner, id, trx).limit(2).execute();
  if (latest?.state !== 'returned' || !before || !isMissing(before.state)) return;
  await enterState(trx, publish, { owner, id, state: before.state, said: toldLossOf(before) });
}

export function undoItemReturned(owner: Owner, id: string, { events }: Services): Promise<ItemSummary | null> {
  return events.transaction(async (trx, publish) => {
    await undoReturned(trx, publish, owner, id);
    const item = await lockedItem(trx, owner, id);
    return item ? toSummary(item) : null;
  });
}

export function listItemStates(owner: Owner, { id, ...request }: PageRequest & { id: string }, services: Services) {
  const { db, keys } = services;
  const list = JSON.stringify(['item-states', owner.uid, id]);
  return readNewest({ ...request, as: 'states', list, keys, rows: ofItem(owner, id, db), show: toPastState });
}

export function statesOf(owner: Owner, itemId: string, db: Executor) {
  return ofItem(owner, itemId, db).orderBy('createdAt', 'desc').orderBy('id', 'desc');
}

function ofItem({ uid }: Owner, itemId: string, db: Executor) {
  return db.selectFrom('itemStates').selectAll().where('itemId', '=', itemId).where('ownerId', '=', uid);
}

/** The one that each of the owner’s items is in, by the item. An item that was never missing has none. */
export async function latestStates({ uid }: Owner, itemIds: string[], { db }: Services) {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('itemStates')
    .distinctOn('itemId')
    .selectAll()
    .where('itemId', 'in', itemIds)
    .where('ownerId', '=', uid)
    .orderBy('itemId')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.itemId, toPastState(row)]));
}

/** Gives the page of a missing item a preview in this language, until the item is back. */
export function publishLoss(owner: Owner, { id, language }: { id: string; language: string }, services: Services) {
  return changeLoss(owner, id, services, async (state, trx, publish) =>
    enterState(trx, publish, { owner, id, state, said: { publishedIn: language } }),
  );
}

/** Of an item that is missing by then. */
function changeLoss(
  owner: Owner,
  id: string,
  services: Services,
  change: (state: ItemState, trx: Executor, publish: Publish) => Promise<ItemSummary | Conflict | null>,
): Promise<ItemSummary | Conflict | null> {
  return changeInState(owner, { id }, services, async (trx, publish, item) => {
    const state = stateOf(item);
    return isMissing(state) ? change(state, trx, publish) : new Conflict({ state });
  });
}

export function unpublishLoss(owner: Owner, id: string, services: Services) {
  return changeInState(owner, { id }, services, async (trx, publish, item) => {
    await trx.updateTable('itemStates').set({ publishedIn: null }).where('itemId', '=', id).execute();
    await announce(id, trx, publish);
    return toSummary(item);
  });
}

type Entered = { owner: Owner; id: string; state: ItemState; said: Loss & { publishedIn?: string } };

/** Entering the state that the item is in adds what is said to it. An item that was never gone does not come back; a missing one is in use. */
export async function enterState(
  trx: Executor,
  publish: Publish,
  { owner, id, state, said: { point, ...words } }: Entered,
): Promise<ItemSummary | null> {
  const said = { ...words, ...(point !== undefined && { point: point && JSON.stringify(point) }) };
  const item = await lockedItem(trx, owner, id);
  if (!item) return null;
  const current = stateOf(item);
  const isSilent = Object.values(said).every((value) => value === undefined);
  const comesIntoUse = isMissing(state) && item.archivedAt !== null;
  const isKnown = state === current && isSilent && !comesIntoUse;
  if (isKnown || (state === 'returned' && current === 'kept')) return toSummary(item);

  const latest = await statesOf(owner, id, trx).limit(1).executeTakeFirst();
  if (state !== current || latest?.state !== state) {
    // Nothing is said of an item that is not missing.
    const earlier = latest && isMissing(state) ? saidIn(latest) : {};
    const row = { itemId: id, ownerId: owner.uid, state, ...earlier, ...said };
    await trx.insertInto('itemStates').values(row).execute();
  } else if (!isSilent) {
    await trx.updateTable('itemStates').set(said).where('id', '=', latest.id).execute();
  }
  const changed = await trx
    .updateTable('items')
    .set({ ...timesIn(state, new Date(), item), archivedAt: comesIntoUse ? null : item.archivedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceChange(changed, trx, publish);
  return toSummary(changed);
}

type StateRow = Selectable<Tables['itemStates']>;

function saidIn({ message, place, point, lastSeen, reference, publishedIn }: StateRow) {
  return { message, place, point: point && JSON.stringify(point), lastSeen, reference, publishedIn };
}

function toPastState({ id, state, createdAt, publishedIn, ...said }: StateRow): PastState {
  const { message, place, point, lastSeen, reference } = said;
  return { id, state, at: createdAt.toISOString(), message, place, point, lastSeen, reference, publishedIn };
}

/** Takes the item off My Items; its tags say that they are not in use now. Archiving again changes nothing. */
export function archiveItem(
  owner: Owner,
  { id, state }: { id: string; state?: ItemState | undefined },
  services: Services,
): Promise<ItemSummary | Conflict | null> {
  const changes = { archivedAt: sql<Date>`coalesce(archived_at, now())` };
  return changeInState(owner, { id, state }, services, (trx, publish) => changeItem(owner, id, changes, trx, publish));
}

export function unarchiveItem(owner: Owner, id: string, services: Services): Promise<ItemSummary | null> {
  return services.events.transaction((trx, publish) => changeItem(owner, id, { archivedAt: null }, trx, publish));
}
