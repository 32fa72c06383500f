import { queryOptions } from '@tanstack/react-query';
import { maxPageSize } from '../../../domain/lists/contract/page-size.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import { callFunction } from './call-function.ts';
import { type LongList, longListQuery, type PageRequest } from './long-lists.ts';

export const sharedItemsQuery = queryOptions({
  queryKey: ['shared-items'],
  queryFn: async (): Promise<LongList<SharedItem>> => {
    const { items } = await callFunction('listSharedItems', { limit: maxPageSize });
    return { rows: items };
  },
});

export const sharedItemQuery = (id: string) =>
  queryOptions({ queryKey: ['shared-items', id], queryFn: () => callFunction('getSharedItem', { id }) });

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

const membersKey = (item: string) => ['item-members', item];
const invitationsKey = (item: string) => ['item-invitations', item];

export const membersQuery = (item: string) => ({
  ...longListQuery(membersKey(item), readMembers(item)),
  meta: { notCached: true },
});

export const invitationsQuery = (item: string) => ({
  ...longListQuery(invitationsKey(item), readInvitations(item)),
  meta: { notCached: true },
});

function readMembers(item: string) {
  return async (request: PageRequest) => {
    const { members, next } = await callFunction('listItemMembers', { ...request, id: item });
    return { rows: members.map((member) => ({ ...member, id: member.uid })), next };
  };
}

function readInvitations(item: string) {
  return async (request: PageRequest) => {
    const { invitations, next } = await callFunction('listInvitations', { ...request, id: item });
    return { rows: invitations, next };
  };
}
