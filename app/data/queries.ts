import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Message } from '../../domain/messages/contract/schema.ts';
import { callFunction } from './call-function.ts';

/** Lost ones first, as far as My Items shows them. Each is then known by itself too, so that it can be opened without network. */
export const itemsQuery = queryOptions({
  queryKey: ['items'],
  queryFn: async ({ client }) => {
    const list = await callFunction('listItems', {});
    for (const item of list.items) client.setQueryData(itemQuery(item.id).queryKey, item);
    return list;
  },
});

export const itemQuery = (id: string) =>
  queryOptions({ queryKey: ['items', id], queryFn: () => callFunction('getItem', { id }) });

/** The one with the newest message first, as far as the inbox shows them. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: () => callFunction('listConversations', {}),
});

export const conversationQuery = (id: string) =>
  queryOptions({ queryKey: ['conversations', id], queryFn: () => callFunction('readConversation', { id }) });

export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async () => (await callFunction('countUnread', {})).unread,
});

/** What the user chose about mails, and whether they arrive. */
export const mailQuery = queryOptions({
  queryKey: ['mail-choice'],
  queryFn: () => callFunction('getMailChoice', {}),
});

/** Shows what the server has just taken without asking for it. */
export function addToConversation(client: QueryClient, id: string, message: Message): void {
  client.setQueryData(conversationQuery(id).queryKey, (conversation) =>
    !conversation || conversation.messages.some((each) => each.id === message.id)
      ? conversation
      : { ...conversation, messages: [...conversation.messages, message] },
  );
  client.invalidateQueries({ ...conversationsQuery, exact: true });
}
