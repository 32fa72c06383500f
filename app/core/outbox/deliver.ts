import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { InboxMessage } from '../../../domain/messages/contract/schema.ts';
import { type CallFunction, callFunction, isNotFound, reasonOf, unreachable } from '../data/call-function.ts';
import { addToConversation, changeConversation } from '../data/conversations.ts';
import type { LongList } from '../data/function-queries.ts';
import { itemQuery, itemStatesQuery, itemsQuery, receiptsQuery, showChangedItem } from '../data/queries.ts';
import { queryClient } from '../data/query-client.ts';
import { type Sending, uploadFile } from '../files/files.ts';
import { personOf, sessionStore } from '../session/session-store.ts';
import { waitingClaim } from '../session/waiting.ts';
import { type Entry, type EntryOf, isOf, newItemCalls, replyCalls, stateCalls, switchCalls } from './entry.ts';
import { isClaimRefused } from './refusals.ts';

export async function deliver(entry: Entry, sending?: Sending): Promise<unknown> {
  const call = callAs(entry.uid);
  if (entry.file) {
    if (entry.call === 'setPicture') return uploadFile(entry.call, entry.input, entry.file, sending);
    if (entry.call === 'addReceipt') return uploadFile(entry.call, entry.input, entry.file, sending);
  }
  if (entry.undone) return deleteUndone(entry);
  const answer = call(entry.call as 'updateItem', entry.input as EntryOf<'updateItem'>['input']);
  if (entry.call === 'deleteItem') return answer.catch((error) => isNotFound(error) || Promise.reject(error));
  // The finder wrote after what was shown, which brings an archived conversation back.
  if (entry.call === 'archiveConversation')
    return answer.catch((error) => (reasonOf(error) === 'changed-elsewhere' ? 'not-archived' : Promise.reject(error)));
  if (entry.call !== 'activateTag' && entry.call !== 'activateTagOnItem') return answer;
  const { code } = entry.input;
  return answer.then(
    (item) => {
      waitingClaim.forget(code);
      return item;
    },
    (error) => {
      if (isClaimRefused(error)) waitingClaim.forget(code);
      throw error;
    },
  );
}

async function deleteUndone({ uid, input }: Entry): Promise<void> {
  const call = callAs(uid);
  try {
    const { id } = await call('addItem', input as EntryOf<'addItem'>['input']);
    await call('deleteItem', { id });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

export function showDelivered(entry: Entry, answer: unknown): void {
  const { about, call } = entry;
  if (isOf(replyCalls, entry)) {
    addToConversation(about, answer as InboxMessage);
    if (call !== 'replyToFinder') queryClient.invalidateQueries(itemsQuery);
  } else if (isOf(switchCalls, entry)) changeConversation(about, switched(call, answer));
  else if (call === 'addReceipt') void queryClient.invalidateQueries(receiptsQuery(about));
  else if (call === 'setPicture') showChangedItem(answer as ItemSummary);
  else if (isOf(newItemCalls, entry)) {
    const item = answer as ItemSummary | undefined;
    if (item) showFirst(item);
  } else {
    if (call !== 'deleteItem') queryClient.setQueryData(itemQuery(about).queryKey, answer as ItemSummary);
    showInLists(about, call === 'deleteItem' ? undefined : (answer as ItemSummary));
    if (isOf(stateCalls, entry) || call === 'updateLoss') void queryClient.invalidateQueries(itemStatesQuery(about));
  }
}

function switched(call: Entry['call'], answer: unknown) {
  if (call === 'muteConversation' || call === 'unmuteConversation') return { muted: call === 'muteConversation' };
  return { archived: call === 'archiveConversation' && answer !== 'not-archived' };
}

function showFirst(item: ItemSummary): void {
  queryClient.setQueryData<LongList<ItemSummary>>(
    itemsQuery.queryKey,
    (list) => list && { ...list, rows: [item, ...list.rows.filter(({ id }) => id !== item.id)] },
  );
}

function showInLists(id: string, item?: ItemSummary): void {
  queryClient.setQueriesData<LongList<ItemSummary> | ItemSummary>({ queryKey: itemsQuery.queryKey }, (shown) =>
    shown && 'rows' in shown
      ? { ...shown, rows: shown.rows.flatMap((row) => (row.id === id ? (item ?? []) : row)) }
      : shown,
  );
}

/** @throws as without network, once another account is signed in: it waits for the one that wrote it */
export function mustBe(uid: string): void {
  if (personOf(sessionStore.current())?.uid !== uid) throw unreachable('internal');
}

function callAs(uid: string): CallFunction {
  return async (...call) => {
    mustBe(uid);
    return callFunction(...call);
  };
}
