import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../data/call-function.ts';

export const handoverQuery = (item: string) =>
  queryOptions({
    queryKey: ['handover', item],
    queryFn: async () => (await callFunction('getHandover', { id: item })).handover,
    meta: { notCached: true },
  });

export const handedOverQuery = queryOptions({
  queryKey: ['handed-over'],
  queryFn: async () => (await callFunction('listHandedOver', {})).items,
  meta: { notCached: true },
});
