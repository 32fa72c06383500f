import type { Translations } from '../../../language/create-translations.ts';
import { folded } from '../../lists/contract/folded.ts';

/** In words in the catalogue, under `category`. */
export const categories = [
  'keys',
  'bag',
  'suitcase',
  'phone',
  'laptop',
  'wallet',
  'pet',
  'child',
  'bike',
  'camera',
  'bottle',
  'other',
] as const;
export type Category = (typeof categories)[number];

export function categoriesWith(searched: string, t: Translations): Category[] {
  const beginning = folded(searched);
  return categories.filter((category) =>
    folded(t(`category.${category}`))
      .split(/\s+/)
      .some((word) => word.startsWith(beginning)),
  );
}
