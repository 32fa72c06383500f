import { stateOf } from '../../../domain/items/contract/item-state.ts';
import type { SharedItem } from '../../../domain/sharing/contract/schema.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { dayInWords } from '../../../ui/dates.ts';
import { stateInWords } from '../../../ui/item-state-words.ts';

export function sharedStateInWords(item: SharedItem, t: Translations): string {
  const state = stateOf(item);
  if (state === 'kept') return t('sharing.notLost');
  const { returnedAt } = item;
  return returnedAt ? t('sharing.backSince', { day: dayInWords(returnedAt, t, 'short') }) : stateInWords(item, t);
}
