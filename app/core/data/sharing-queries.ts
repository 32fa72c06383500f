import { queryOptions } from '@tanstack/react-query';
import { maxPageSize } from '../../../domain/lists/contract/page-size.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import { callFunction } from './call-function.ts';
import { functionQuery, onlineQuery } from './function-queries.ts';
import { type LongList, onlineListQuery } from './long-lists.ts';
import { queryClient } from './query-client.ts';

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
