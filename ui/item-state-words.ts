import { isLost } from '../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import type { Words } from '../language/words.ts';
import { dayInWords } from './dates.ts';

/** The state in words: colour alone would not tell everybody. */
export function stateInWords(item: Pick<ItemSummary, 'lostAt' | 'returnedAt'>, t: Words): string {
  if (item.lostAt && isLost(item)) return t('items.lostSince', { day: dayInWords(item.lostAt, t, 'short') });
  return item.returnedAt ? t('items.backSince', { day: dayInWords(item.returnedAt, t, 'short') }) : t('items.withYou');
}
