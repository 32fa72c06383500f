import { longListQuery } from '../../core/data/long-lists.ts';

export const scansQuery = (itemId: string, robots = false) => ({
  ...longListQuery(['scans', itemId, robots ? 'robots' : 'people'], 'listScans', { itemId, robots }),
  meta: { notCached: true },
  gcTime: 60_000,
});
