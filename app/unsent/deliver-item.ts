import type { QueryClient } from '@tanstack/react-query';
import { isMissing } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { toldLossOf } from '../../domain/items/contract/told-loss.ts';
import { type CallFunction, callFunction } from '../data/call-function.ts';
import { isNotFound } from '../data/function-error.ts';
import type { LongList } from '../data/long-lists.ts';
import { itemQuery, itemStatesQuery, itemsQuery } from '../data/queries.ts';
import { enterState } from '../offline/enter-state.ts';
import { seenOf, withOwnChanges } from '../offline/seen-item.ts';
import { isClaimRefused } from '../tags/refused-claim.ts';
import { type Claim, waitingClaim } from '../tags/waiting-claim.ts';
import { isSameAs, saidIn, stateChangeIn } from './item-changes.ts';
import type { UnsentChange, UnsentItem } from './kinds.ts';
import { callAs } from './same-account.ts';
import { keepPicture } from './send-kept.ts';
import { dropUnsentOfItem, ifSame } from './unsent-store.ts';

export async function deliverItem(client: QueryClient, unsent: UnsentItem): Promise<() => void> {
  const { uid, sendingKey, details, undone } = unsent;
  const call = callAs(uid);
  const item = unsent.claim
    ? await activate(unsent, unsent.claim, call)
    : await call('addItem', { ...details, key: sendingKey }).catch((error) =>
        undone && isNotFound(error) ? undefined : Promise.reject(error),
      );
  if (!item) return () => {};
  if (undone) {
    await deleteItem(item.id, undefined, call);
    await dropUnsentOfItem(client, uid, item.id);
    return () => showInLists(client, item.id);
  }
  await keepPicture(client, unsent, item);
  return () =>
    client.setQueryData<LongList<ItemSummary>>(
      itemsQuery.queryKey,
      (list) => list && { ...list, rows: [item, ...list.rows.filter(({ id }) => id !== item.id)] },
    );
}

async function activate({ sendingKey, details, onItem }: UnsentItem, claim: Claim, call: CallFunction) {
  try {
    const item = onItem
      ? await call('activateTagOnItem', { ...claim, itemId: onItem })
      : await call('activateTag', { ...claim, ...details, key: sendingKey });
    waitingClaim.forget(claim.code);
    return item;
  } catch (error) {
    if (isClaimRefused(error)) waitingClaim.forget(claim.code);
    throw error;
  }
}

/** @returns a function that shows the new state; undefined when the change was sent or changed since it was read from the device */
export async function deliverItemChange(client: QueryClient, unsent: UnsentChange): Promise<(() => void) | undefined> {
  const { itemId: id, details, facts, archived, deleted } = unsent;
  const call = callAs(unsent.uid);
  if (!(await rememberTried(unsent))) return undefined;
  const change = stateChangeIn(unsent);
  if (deleted) {
    await deleteItem(id, await seenWithOwnChanges(unsent, call), call);
    return () => showInLists(client, id);
  }
  let item = deleted === false ? await call('undeleteItem', { id }) : undefined;
  const seen = await seenWithOwnChanges(unsent, call);
  if (change) item = await enterState(id, change, seen, call);
  if (archived) item = await call('archiveItem', { id, seen: change ? undefined : seen });
  // Marking an archived item as missing brings it back already.
  const isInUse = change !== undefined && isMissing(change.state);
  if (archived === false && !isInUse) item = await call('unarchiveItem', { id });
  // Other fields may have been changed elsewhere.
  if (Object.keys(details).length > 0 || facts) {
    item = await call('updateItem', { ...details, facts, id, seen });
  }
  if (item) client.setQueryData(itemQuery(id).queryKey, item);
  // Forms compare with these states: they are read anew before the change leaves the device.
  if (change) await Promise.race([client.invalidateQueries(itemStatesQuery(id)), mostFiveSeconds()]);
  return () => item && showInLists(client, id, item);
}

/** An item that the server does not find was deleted before. */
export async function deleteItem(id: string, seen?: SeenItem, call: CallFunction = callFunction): Promise<void> {
  await call('deleteItem', { id, seen }).catch((error) => isNotFound(error) || Promise.reject(error));
}

/** Replaces the item in the lists; without `item`, removes it. The lists are read anew later, for their order. */
function showInLists(client: QueryClient, id: string, item?: ItemSummary): void {
  client.setQueriesData<LongList<ItemSummary> | ItemSummary>({ queryKey: itemsQuery.queryKey }, (shown) =>
    shown && 'rows' in shown
      ? { ...shown, rows: shown.rows.flatMap((row) => (row.id === id ? (item ?? []) : row)) }
      : shown,
  );
}

/** The other changes wait meanwhile. */
const mostFiveSeconds = () => new Promise((resolve) => setTimeout(resolve, 5_000));

/** Notes on the device that the server may have the change. @returns false when the change was sent or changed since it was read */
async function rememberTried(unsent: UnsentChange): Promise<boolean> {
  const { tried = [] } = unsent;
  const isNew = navigator.onLine && !tried.some((each) => isSameAs(unsent, each));
  return ifSame(unsent, (entries, stored) => {
    if (isNew) entries.put({ ...stored, tried: [...tried, saidIn(unsent)] }, unsent.key);
  });
}

/** What the server compares with. It includes what this device sent without getting an answer: that is no change by somebody else. */
async function seenWithOwnChanges(unsent: UnsentChange, call: CallFunction): Promise<SeenItem | undefined> {
  const { itemId: id, seen, tried, deleted } = unsent;
  // The server recognises by itself what is sent twice.
  const isRepeated = !deleted && tried?.every((each) => isSameAs(unsent, each));
  if (!seen || !tried || isRepeated) return seen;
  try {
    const item = await call('getItem', { id });
    const { states } = await call('listItemStates', { id, limit: 1 });
    return withOwnChanges(seen, tried, seenOf(item, toldLossOf(states[0])));
  } catch (error) {
    if (isNotFound(error)) return seen;
    throw error;
  }
}
