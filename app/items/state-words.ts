import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { t } from '../start/words.ts';
import { dayOf } from '../widgets/dates.ts';

/** The state in words: colour alone would not tell everybody. */
export function stateInWords(item: Pick<ItemSummary, 'lostAt' | 'returnedAt'>): string {
  if (item.lostAt && isLost(item)) return t('items.lostSince', { day: dayOf(item.lostAt, 'short') });
  return item.returnedAt ? t('items.backSince', { day: dayOf(item.returnedAt, 'short') }) : t('items.withYou');
}
