import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { dayOf } from '../widgets/dates.ts';

type State = Pick<ItemSummary, 'lostAt' | 'returnedAt'>;

export function isLost({ lostAt, returnedAt }: State): boolean {
  return lostAt !== null && returnedAt === null;
}

/** The state in words: colour alone would not tell everybody. */
export function stateInWords(item: State): string {
  if (item.lostAt && isLost(item)) return `Lost since ${dayOf(item.lostAt, 'short')}`;
  return item.returnedAt ? `Back with you since ${dayOf(item.returnedAt, 'short')}` : 'With you';
}
