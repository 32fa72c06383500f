import { stateOf } from '../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../domain/items/contract/schema.ts';
import type { Translations } from '../language/create-translations.ts';
import { dayInWords } from './dates.ts';

type Times = Pick<ItemSummary, 'lostAt' | 'stolenAt' | 'returnedAt'> & Partial<Pick<ItemSummary, 'archivedAt'>>;

/** The state in words: colour alone would not tell everybody. */
export function stateInWords(item: Times, t: Translations): string {
  if (item.archivedAt) return t('inbox.archived');
  const since = (iso: string | null) => ({ day: iso ? dayInWords(iso, t, 'short') : '' });
  switch (stateOf(item)) {
    case 'lost':
      return t('items.lostSince', since(item.lostAt));
    case 'stolen':
      return t('items.stolenSince', since(item.stolenAt));
    case 'returned':
      return t('items.backSince', since(item.returnedAt));
    case 'kept':
      return t('items.withYou');
  }
}
