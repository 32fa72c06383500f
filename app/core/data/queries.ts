import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PastState } from '../../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { ItemListFilter } from '../../../ui/item-cards.tsx';
import { callFunction } from './call-function.ts';
import { type LongList, longListQuery, type PageRequest } from './long-lists.ts';

export const itemsQuery = longListQuery(['items'], readItems());

export const itemSearchQuery = (filter: ItemListFilter) => ({
  ...longListQuery(['items', 'search', filter.search ?? '', filter.category ?? ''], readItems(filter)),
  meta: { notCached: true },
  gcTime: 60_000,
});

export const archivedItemsQuery = longListQuery(['items', 'archived'], readItems({ archived: true }));

export function readItems(filter: ItemListFilter & { archived?: boolean } = {}) {
  return async (request: PageRequest): Promise<LongList<ItemSummary>> => {
    const { items, next } = await callFunction('listItems', { ...request, ...filter });
    return { rows: items, next };
  };
}

export function showChangedItem(client: QueryClient, item: ItemSummary): void {
  client.setQueryData(itemQuery(item.id).queryKey, item);
  client.invalidateQueries({ ...itemsQuery, exact: true });
}

export const itemQuery = (id: string) =>
  queryOptions({ queryKey: ['items', id], queryFn: () => callFunction('getItem', { id }) });

export const itemStatesQuery = (id: string) => longListQuery(['item-states', id], readItemStates(id));

export function readItemStates(id: string) {
  return async (request: PageRequest): Promise<LongList<PastState>> => {
    const { states, next } = await callFunction('listItemStates', { ...request, id });
    return { rows: states, next };
  };
}

export const receiptsQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['receipts', itemId],
    queryFn: async () => (await callFunction('listReceipts', { itemId })).receipts,
  });

export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async () => (await callFunction('countUnread', {})).unread,
});

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => callFunction('getNotificationSettings', {}),
});

export const anyUnassignedTagsQuery = queryOptions({
  queryKey: ['blank-tags', 'any'],
  queryFn: async () => (await callFunction('listUnassignedTags', { limit: 1 })).tags.length > 0,
  meta: { notCached: true },
});
