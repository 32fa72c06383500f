import { queryOptions } from '@tanstack/react-query';
import { maxPageSize } from '../../../domain/lists/contract/page-size.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import { callFunction } from './call-function.ts';
import { type LongList, longListQuery } from './long-lists.ts';
import { queryClient } from './query-client.ts';

export const sharedItemsQuery = queryOptions({
  queryKey: ['shared-items'],
  queryFn: async (): Promise<LongList<SharedItem>> => {
    const { items } = await callFunction('listSharedItems', { limit: maxPageSize });
    return { rows: items };
  },
});

export const sharedItemQuery = (id: string) =>
  queryOptions({ queryKey: ['shared-items', id], queryFn: () => callFunction('getSharedItem', { id }) });

export function showSharedItem(item: SharedItem): void {
  queryClient.setQueryData(sharedItemQuery(item.id).queryKey, item);
  queryClient.invalidateQueries({ ...sharedItemsQuery, exact: true });
}

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => callFunction('getInvitation', { token }),
    retry: false,
    meta: { notCached: true },
  });

export const handedOverQuery = queryOptions({
  queryKey: ['handed-over'],
  queryFn: async () => (await callFunction('listHandedOver', {})).items,
  meta: { notCached: true },
});

export const membersQuery = (item: string) => ({
  ...longListQuery(['item-members', item], 'listItemMembers', { id: item }, ({ uid }) => uid),
  meta: { notCached: true },
});

export const invitationsQuery = (item: string) => ({
  ...longListQuery(['item-invitations', item], 'listInvitations', { id: item }),
  meta: { notCached: true },
});
