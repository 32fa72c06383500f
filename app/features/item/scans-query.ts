import { filteredKey } from '../../core/data/conversations.ts';
import { onlineListQuery, onlineQuery } from '../../core/data/function-queries.ts';

export const scansQuery = (itemId: string, robots = false) => ({
  ...onlineListQuery(['scans', itemId, robots ? 'robots' : 'people'], 'listScans', { itemId, robots }),
  gcTime: 60_000,
});

export const saidPlaceQuery = (itemId: string) => ({
  ...onlineQuery([...filteredKey, 'place', itemId], 'readSaidPlace', { itemId }),
  gcTime: 60_000,
});
