import { queryOptions } from '@tanstack/react-query';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { callFunction } from './call-function.ts';
import { type LongList, longListQuery, type PageRequest } from './long-lists.ts';

/** Lost ones first, then the newest. */
export const itemsQuery = longListQuery(['items'], readItems());

export const itemSearchQuery = (search: string) => ({
  ...longListQuery(['items', 'search', search], readItems(search)),
  meta: { notCached: true },
  gcTime: 60_000,
});

export function readItems(search?: string) {
  return async (request: PageRequest): Promise<LongList<ItemSummary>> => {
    const { items, next } = await callFunction('listItems', { ...request, search });
    return { rows: items, next };
  };
}

export const itemQuery = (id: string) =>
  queryOptions({ queryKey: ['items', id], queryFn: () => callFunction('getItem', { id }) });

export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async () => (await callFunction('countUnread', {})).unread,
});

export const mailQuery = queryOptions({
  queryKey: ['mail-choice'],
  queryFn: () => callFunction('getMailChoice', {}),
});
