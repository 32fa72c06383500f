import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../../core/data/call-function.ts';

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () => callFunction('getSecondFactors', {}),
  meta: { notCached: true },
});
