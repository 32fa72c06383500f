export const productKinds = [
  'sticker-sheet',
  'key-ring',
  'luggage-tag',
  'pet-tag',
  'iron-on',
  'family-pack',
  'gift-card',
] as const;

export type ProductKind = (typeof productKinds)[number];

/** The lists of products under /admin: for sale or hidden; for sale and few left; archived. */
export const productStates = ['listed', 'low-stock', 'archived'] as const;

export const maxProductNameLength = 100;

export const maxProductTextLength = 2000;

export const maxSlugLength = 60;

export const maxStock = 1_000_000;

export const maxProductPictures = 6;

export const maxAlternativeLength = 200;

/** A text of the product in the language, or else in English. */
export function textIn(texts: Record<string, string | undefined>, language: string): string {
  return texts[language] || texts.en || '';
}
