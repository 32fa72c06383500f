import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../data/call-function.ts';

export const anyBlankTagsQuery = queryOptions({
  queryKey: ['blank-tags', 'any'],
  queryFn: async () => (await callFunction('listBlankTags', { limit: 1 })).tags.length > 0,
  meta: { notCached: true },
});
