import type { Words } from '../../../language/words.ts';

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

/** Those of whose words in this language one begins with what is searched for. */
export function categoriesWith(searched: string, t: Words): Category[] {
  const beginning = searched.toLocaleLowerCase();
  return categories.filter((category) =>
    t(`category.${category}`)
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(beginning)),
  );
}
