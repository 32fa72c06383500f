import type { QueryClient } from '@tanstack/react-query';
import type { InboxMessage } from '../../domain/messages/contract/schema.ts';
import { type CallFunction, callFunction } from '../data/call-function.ts';
import { changeConversation } from '../data/conversations.ts';
import { reasonOf } from '../data/function-error.ts';
import { itemsQuery } from '../data/queries.ts';
import type { ChangedSwitches, Reply } from './kinds.ts';

/** Calls the function of the reply: marking the item as returned, and taking that back, have functions of their own. */
export async function deliverReply(client: QueryClient, said: Reply): Promise<InboxMessage> {
  const { conversationId, key, text, reply, meeting, upTo } = said;
  if (reply !== 'returned' && reply !== 'returned-elsewhere' && reply !== 'not-returned')
    return callFunction('replyToFinder', { conversationId, key, text, reply, meeting, upTo });
  const message =
    reply === 'not-returned'
      ? await callFunction('undoReturnedByFinder', { conversationId, key })
      : await callFunction('markReturnedByFinder', { conversationId, key, text });
  client.invalidateQueries(itemsQuery);
  return message;
}

/** @returns a function that shows the new state */
export async function deliverSwitches(
  client: QueryClient,
  { conversationId: id, archived, muted, upTo }: ChangedSwitches,
  call: CallFunction = callFunction,
): Promise<() => void> {
  const isArchived = archived && (await archive(id, upTo, call));
  if (archived === false) await call('unarchiveConversation', { id });
  if (muted !== undefined) await call(muted ? 'muteConversation' : 'unmuteConversation', { id });
  return () =>
    changeConversation(client, id, {
      ...(archived !== undefined && { archived: isArchived === true }),
      ...(muted !== undefined && { muted }),
    });
}

/** @returns false when the finder wrote after what was shown, which brings an archived conversation back */
async function archive(id: string, upTo: string | undefined, call: CallFunction): Promise<boolean> {
  try {
    await call('archiveConversation', { id, upTo: upTo ?? '' });
    return true;
  } catch (error) {
    if (reasonOf(error) === 'changed-elsewhere') return false;
    throw error;
  }
}
