import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../../core/data/call-function.ts';

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: () => callFunction('getSecondFactors', {}),
  meta: { notCached: true },
});

export const fieldStart = 'keep-';

export function keptIn(typed: Record<string, string>): string[] {
  const kept = Object.keys(typed).filter((name) => name.startsWith(fieldStart));
  return kept.map((name) => name.slice(fieldStart.length));
}
