import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../../core/data/call-function.ts';
import { filteredKey } from '../../core/data/conversations.ts';
import { longListQuery } from '../../core/data/long-lists.ts';

export const scansQuery = (itemId: string, robots = false) => ({
  ...longListQuery(['scans', itemId, robots ? 'robots' : 'people'], 'listScans', { itemId, robots }),
  meta: { notCached: true },
  gcTime: 60_000,
});

export const saidPlaceQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...filteredKey, 'place', itemId],
    queryFn: async () => (await callFunction('readSaidPlace', { itemId })).said,
    meta: { notCached: true },
    gcTime: 60_000,
  });
