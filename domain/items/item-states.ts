import type { Selectable } from 'kysely';
import { comesAfter, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import { type ItemState, isMissing, stateOf, timesIn } from './contract/item-state.ts';
import type { Loss, PastState, ToldLoss } from './contract/loss.ts';
import type { ItemSummary } from './contract/schema.ts';
import { isLossOvertaken, isStateOvertaken, type SeenItem } from './contract/seen-item.ts';
import { toldLossOf } from './contract/told-loss.ts';
import { announce, changeUnless, lockedItem, type Owner, toSummary } from './items.ts';

/** With `seen`, the change is refused when the item has entered another state since then, or something else is said of its loss. */
type About<Said = unknown> = { id: string; seen?: SeenItem | undefined } & Said;

/** Marks the item lost. What is said of the loss is added to what was said of it. */
export function markItemLost(owner: Owner, { id, seen, ...said }: About<Loss>, installation: Installation) {
  return enterState({ owner, id, state: 'lost', said, seen }, installation);
}

export function markItemStolen(owner: Owner, { id, seen, ...said }: About<Loss>, installation: Installation) {
  return enterState({ owner, id, state: 'stolen', said, seen }, installation);
}

export function markItemReturned(owner: Owner, { id, seen }: About, installation: Installation) {
  return enterState({ owner, id, state: 'returned', said: {}, seen }, installation);
}

/** Marks the item returned within a transaction. */
export async function enterReturned(trx: Executor, publish: Publish, owner: Owner, id: string): Promise<void> {
  await enterStateIn(trx, publish, { owner, id, state: 'returned', said: {} });
}

/** Makes the item what it was before it was marked returned, with what was said of its loss. */
export async function undoReturned(trx: Executor, publish: Publish, owner: Owner, id: string): Promise<void> {
  const [latest, before] = await statesOf(owner, id, trx).limit(2).execute();
  if (latest?.state !== 'returned' || !before || !isMissing(before.state)) return;
  await enterStateIn(trx, publish, { owner, id, state: before.state, said: toldLossOf(before) });
}

/** A page of the states that the owner's item was in, the newest first. */
export async function listItemStates(
  owner: Owner,
  { id, ...request }: PageRequest & { id: string },
  { db, keys }: Installation,
): Promise<{ states: PastState[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['item-states', owner.uid, id]),
    keys,
    read: (position, limit) =>
      statesOf(owner, id, db)
        .select(exactTime('createdAt').as('exactly'))
        .where(comesAfter(position, 'createdAt', 'id'))
        .limit(limit)
        .execute(),
    positionOf: (row) => [row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  return { states: rows.map(toPastState), ...rest };
}

/** The newest first. */
export function statesOf({ uid }: Owner, itemId: string, db: Executor) {
  return db
    .selectFrom('itemStates')
    .selectAll()
    .where('itemId', '=', itemId)
    .where('ownerId', '=', uid)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
}

/** The one that each of the owner’s items is in, by the item. An item that was never missing has none. */
export async function latestStates(
  { uid }: Owner,
  itemIds: string[],
  { db }: Installation,
): Promise<Map<string, PastState>> {
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

function enterState({ seen, ...entered }: Entered & { seen: SeenItem | undefined }, installation: Installation) {
  const { owner, id, state, said } = entered;
  return changeUnless(
    owner,
    id,
    (now) => seen !== undefined && isStateOvertaken(seen, now, state),
    async (trx, publish) =>
      seen && isLossOvertaken(seen, await lossOf(owner, id, trx), said)
        ? 'overtaken'
        : enterStateIn(trx, publish, entered),
    installation,
  );
}

/** What finders read of it now. */
async function lossOf(owner: Owner, id: string, trx: Executor): Promise<ToldLoss> {
  return toldLossOf(await statesOf(owner, id, trx).limit(1).executeTakeFirst());
}

type Entered = { owner: Owner; id: string; state: ItemState; said: Loss };

/** Entering the state that the item is in adds what is said to it. An item that was never gone does not come back; a missing one is in use. */
async function enterStateIn(
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
    await trx
      .insertInto('itemStates')
      .values({ itemId: id, ownerId: owner.uid, state, ...earlier, ...said })
      .execute();
  } else if (!isSilent) {
    await trx.updateTable('itemStates').set(said).where('id', '=', latest.id).execute();
  }
  const changed = await trx
    .updateTable('items')
    .set({ ...timesIn(state, new Date(), item), archivedAt: comesIntoUse ? null : item.archivedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await announce(id, trx, publish);
  return toSummary(changed);
}

type StateRow = Selectable<Tables['itemStates']>;

function saidIn({ message, place, point, lastSeen, reference }: StateRow) {
  return { message, place, point: point && JSON.stringify(point), lastSeen, reference };
}

function toPastState({ id, state, createdAt, message, place, point, lastSeen, reference }: StateRow): PastState {
  return { id, state, at: createdAt.toISOString(), message, place, point, lastSeen, reference };
}
