import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Stamp } from './stamps.ts';

export type ShopTables = {
  products: {
    id: string;
    slug: string;
    kind: 'sticker-sheet' | 'key-ring' | 'luggage-tag' | 'pet-tag' | 'iron-on' | 'family-pack' | 'gift-card';
    names: JSONColumnType<TextByLanguage>;
    descriptions: JSONColumnType<Partial<TextByLanguage>>;
    /** In the smallest unit of the currency, the tax in it. */
    priceMinor: number;
    /** ISO 4217. */
    currency: string;
    tagsEach: Generated<number>;
    /** null: made when it is ordered. */
    stock: number | null;
    /** Administrators are told when no more than this are left. */
    lowStock: Generated<number>;
    position: Generated<number>;
    pictures: JSONColumnType<{ id: string; texts: Partial<TextByLanguage> }[], string | undefined, string>;
    hiddenAt: Date | null;
    /** No longer sold; orders still name it. */
    archivedAt: Date | null;
    creationKey: string | null;
    words: ColumnType<string, never, never>;
    createdAt: Stamp;
    updatedAt: Stamp;
  };
  /** Each change that an administrator made to a stock, by the key that it was sent with. */
  stockChanges: { productId: string; key: string; difference: number; changedAt: Stamp };
};

type TextByLanguage = { en: string } & { [language: string]: string };
