import { queryOptions } from '@tanstack/react-query';
import { callFunction } from './call-function.ts';

/** Lost ones first. */
export const itemsQuery = queryOptions({
  queryKey: ['items'],
  queryFn: async () => (await callFunction('listItems', {})).items,
});

export const itemQuery = (id: string) =>
  queryOptions({ queryKey: ['items', id], queryFn: () => callFunction('getItem', { id }) });

/** The one with the newest message first. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: async () => (await callFunction('listConversations', {})).conversations,
});

export const conversationQuery = (id: string) =>
  queryOptions({ queryKey: ['conversations', id], queryFn: () => callFunction('readConversation', { id }) });

export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async () => (await callFunction('countUnread', {})).unread,
});
