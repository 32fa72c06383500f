import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../../core/data/call-function.ts';

export const anyUnassignedTagsQuery = queryOptions({
  queryKey: ['blank-tags', 'any'],
  queryFn: async () => (await callFunction('listUnassignedTags', { limit: 1 })).tags.length > 0,
  meta: { notCached: true },
});
