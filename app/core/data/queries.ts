import { queryOptions } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { ItemListFilter } from '../../../ui/item-cards.tsx';
import { callFunction } from './call-function.ts';
import { functionQuery, notCached } from './function-queries.ts';
import { longListQuery, onlineListQuery } from './long-lists.ts';
import { queryClient } from './query-client.ts';

export const itemsQuery = longListQuery(['items'], 'listItems', {});

export const itemSearchQuery = (filter: ItemListFilter) => ({
  ...onlineListQuery(['items', 'search', filter.search ?? '', filter.category ?? ''], 'listItems', filter),
  gcTime: 60_000,
});

export const archivedItemsQuery = longListQuery(['items', 'archived'], 'listItems', { archived: true });

export function showChangedItem(item: ItemSummary): void {
  queryClient.setQueryData(itemQuery(item.id).queryKey, item);
  queryClient.invalidateQueries({ ...itemsQuery, exact: true });
}

export const itemQuery = (id: string) => functionQuery(['items', id], 'getItem', { id });

export const itemStatesQuery = (id: string) => longListQuery(['item-states', id], 'listItemStates', { id });

export const receiptsQuery = (itemId: string) =>
  queryOptions({
    queryKey: ['receipts', itemId],
    queryFn: async () => (await callFunction('listReceipts', { itemId })).receipts,
  });

export const notificationsQuery = functionQuery(['notifications'], 'getNotificationSettings', {});

export const anyUnassignedTagsQuery = queryOptions({
  queryKey: ['blank-tags', 'any'],
  queryFn: async () => (await callFunction('listUnassignedTags', { limit: 1 })).tags.length > 0,
  ...notCached,
});
