import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { dayOf } from '../widgets/dates.ts';

/** The state in words: colour alone would not tell everybody. */
export function stateInWords(item: Pick<ItemSummary, 'lostAt' | 'returnedAt'>): string {
  if (item.lostAt && isLost(item)) return `Lost since ${dayOf(item.lostAt, 'short')}`;
  return item.returnedAt ? `Back with you since ${dayOf(item.returnedAt, 'short')}` : 'With you';
}
