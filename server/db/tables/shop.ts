import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Stamp } from './stamps.ts';

export type ShopTables = {
  products: {
    id: string;
    /** In the address of its page: /product/{slug}. */
    slug: string;
    kind: 'sticker-sheet' | 'key-ring' | 'luggage-tag' | 'pet-tag' | 'iron-on' | 'family-pack' | 'gift-card';
    names: JSONColumnType<TextByLanguage>;
    descriptions: JSONColumnType<Partial<TextByLanguage>>;
    /** In the smallest unit of the currency, the tax in it. */
    priceMinor: number;
    /** ISO 4217. */
    currency: string;
    /** How many tags come with one. */
    tagsEach: Generated<number>;
    /** null: made when it is ordered. */
    stock: number | null;
    /** Administrators are told when no more than this are left. */
    lowStock: Generated<number>;
    position: Generated<number>;
    hiddenAt: Date | null;
    /** No longer sold; orders still name it. */
    archivedAt: Date | null;
    creationKey: string | null;
    /** Of the address and the names, as an index has them. */
    words: ColumnType<string, never, never>;
    createdAt: Stamp;
    updatedAt: Stamp;
  };
  /** Each change that an administrator made to a stock, by the key that it was sent with. */
  stockChanges: { productId: string; key: string; difference: number; changedAt: Stamp };
};

/** A text by language; English is shown where a language has none. */
type TextByLanguage = { en: string } & { [language: string]: string };
