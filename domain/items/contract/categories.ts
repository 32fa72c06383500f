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
