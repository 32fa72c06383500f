import { queryOptions } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { maxPageSize } from '../../../domain/lists/contract/page-size.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import type { ItemListFilter } from '../../../ui/item-cards.tsx';
import { callFunction } from './call-function.ts';
import {
  functionQuery,
  type LongList,
  longListQuery,
  notCached,
  onlineListQuery,
  onlineQuery,
} from './function-queries.ts';
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

export const sharedItemsQuery = queryOptions({
  queryKey: ['shared-items'],
  queryFn: async (): Promise<LongList<SharedItem>> => {
    const { items } = await callFunction('listSharedItems', { limit: maxPageSize });
    return { rows: items };
  },
});

export const sharedItemQuery = (id: string) => functionQuery(['shared-items', id], 'getSharedItem', { id });

export function showSharedItem(item: SharedItem): void {
  queryClient.setQueryData(sharedItemQuery(item.id).queryKey, item);
  queryClient.invalidateQueries({ ...sharedItemsQuery, exact: true });
}

export const invitationQuery = (token: string) => ({
  ...onlineQuery(['invitation', token], 'getInvitation', { token }),
  retry: false,
});

export const handedOverQuery = onlineQuery(['handed-over'], 'listHandedOver', {});

export const membersQuery = (item: string) =>
  onlineListQuery(['item-members', item], 'listItemMembers', { id: item }, ({ uid }) => uid);

export const invitationsQuery = (item: string) =>
  onlineListQuery(['item-invitations', item], 'listInvitations', { id: item });
