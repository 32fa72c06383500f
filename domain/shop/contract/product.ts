import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { tableRequest } from '../../lists/contract/table.ts';
import { cleanLine } from '../../texts/contract/clean-text.ts';
import { lineUpTo, textUpTo, wholeNumber } from '../../texts/contract/typed-values.ts';
import {
  maxAlternativeLength,
  maxProductNameLength,
  maxProductTextLength,
  maxSlugLength,
  maxStock,
  productKinds,
  productStates,
} from './product-kinds.ts';
import type { ShopSettings } from './shop-settings.ts';

/** In the smallest unit of the currency. */
const maxPriceMinor = 100_000_000;
const maxTagsEach = 1000;

const name = z.string().max(maxProductNameLength, 'shopPage.nameTooLong' satisfies PlainKey);
const text = textUpTo(maxProductTextLength, 'shopPage.textTooLong');

export const slug = z
  .string()
  .max(maxSlugLength, 'shopPage.slugWrong' satisfies PlainKey)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'shopPage.slugWrong' satisfies PlainKey);

export const productDetails = z.strictObject({
  names: z.strictObject({
    en: z.preprocess(cleanLine, name.min(1, 'shopPage.nameMissing' satisfies PlainKey)),
    de: z.preprocess(cleanLine, name).optional(),
  }),
  descriptions: z.strictObject({ en: text.optional(), de: text.optional() }),
  /** In the smallest unit of the shop's currency, with the tax in it. */
  priceMinor: wholeNumber(0, maxPriceMinor, 'shopPage.priceWrong'),
  tagsEach: wholeNumber(0, maxTagsEach, 'shopPage.tagsWrong'),
  /** With so many left, administrators are told; 3 unless given. */
  lowStock: wholeNumber(0, maxStock, 'shopPage.lowStockWrong').optional(),
});

export const newProduct = productDetails.extend({ kind: z.enum(productKinds), slug });

/** By language, as a BCP 47 tag; English is shown where a language has none. */
const textByLanguage = z.record(z.string().regex(/^[a-zA-Z-]+$/), z.string());

const alternative = lineUpTo(maxAlternativeLength, 'shopPage.textTooLong').optional();

/** Stored as an item's picture is. `texts`: what it shows, for who cannot see it. */
const productPicture = z.strictObject({
  id: z.string().max(64),
  texts: z.strictObject({ en: alternative, de: alternative }),
});

export type ProductPhoto = z.infer<typeof productPicture>;

export const product = newProduct.extend({
  id: z.string(),
  names: textByLanguage,
  descriptions: textByLanguage,
  /** ISO 4217. While the shop has another one, the product is not for sale. */
  currency: z.string(),
  /** null: made when it is ordered. */
  stock: z.int().nullable(),
  lowStock: z.int(),
  /** In their order; while there is none, the kind is drawn. */
  pictures: z.array(productPicture),
  hidden: z.boolean(),
  archived: z.boolean(),
});

export type ProductDetails = z.infer<typeof productDetails>;
export type NewProduct = z.infer<typeof newProduct>;
export type Product = z.infer<typeof product>;

/** Whether it can be bought now, were there enough of it. */
export function isForSale({ hidden, archived, currency }: Product, shop: ShopSettings): boolean {
  return shop.open && !hidden && !archived && currency === shop.currency;
}

/** Where nothing else is asked for, the products stand in the order of the shop. */
export const productsRequest = tableRequest(['position', 'name', 'price', 'stock']).extend({
  ascending: z.boolean().default(true),
  state: z.enum(productStates).default('listed'),
});
