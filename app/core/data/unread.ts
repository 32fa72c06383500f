import { queryOptions, useQuery } from '@tanstack/react-query';
import { callFunction } from './call-function.ts';

export const unreadQuery = queryOptions({
  queryKey: ['unread'],
  queryFn: async () => (await callFunction('countUnread', {})).unread,
});

export function useUnread(uid: string | undefined): number {
  return useQuery({ ...unreadQuery, enabled: uid !== undefined }).data ?? 0;
}
