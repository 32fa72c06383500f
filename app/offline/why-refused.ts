import type { PlainKey } from '../../language/words.ts';
import { t } from '../start/words.ts';
import type { Unsent } from './unsent-changes.ts';

type RefusalKey = Extract<PlainKey, `refusal.${string}`>;

/** The refusal's code in words. Entries of earlier releases have the words themselves. */
export function whyRefused({ kind, refusal = '' }: Pick<Unsent, 'kind' | 'refusal'>): string {
  const key = [`refusal.${kind}-${refusal}`, `refusal.${refusal}`].find((each): each is RefusalKey => t.isKey(each));
  return key ? t(key) : refusal;
}
