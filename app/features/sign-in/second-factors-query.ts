import { onlineQuery } from '../../core/data/function-queries.ts';

export const secondFactorsQuery = onlineQuery(['second-factors'], 'getSecondFactors', {});

export const fieldStart = 'keep-';

export function keptIn(typed: Record<string, string>): string[] {
  const kept = Object.keys(typed).filter((name) => name.startsWith(fieldStart));
  return kept.map((name) => name.slice(fieldStart.length));
}
