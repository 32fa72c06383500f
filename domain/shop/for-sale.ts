import { sql } from 'kysely';
import type { z } from 'zod';
import { type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import { createLastKnown } from '../../server/events/last-known.ts';
import type { Services } from '../../server/services.ts';
import { byName } from '../lists/name-order.ts';
import { readTable } from '../lists/read-table.ts';
import { hasWords } from '../lists/search-words.ts';
import type { Money } from './contract/money.ts';
import { type Product, type productsRequest, slug } from './contract/product.ts';
import { readShopSettings } from './current-settings.ts';

/** The expression of an index. */
export const isLowOnStock = sql<boolean>`stock <= low_stock and hidden_at is null and archived_at is null`;

/** A page of the products with a price in the currency of the shop, in their order, without those that are hidden. */
export async function listProductsForSale(currency: string, request: PageRequest, { db, keys }: Services) {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['products-for-sale', currency]),
    keys,
    read: (after, limit) =>
      selectProducts(db)
        .select('position')
        .where('archivedAt', 'is', null)
        .where('hiddenAt', 'is', null)
        .where('currency', '=', currency)
        .where(after ? sql<boolean>`(position, id) > (${after[0]}::integer, ${after[1]})` : sql<boolean>`true`)
        .orderBy('position')
        .orderBy('id')
        .limit(limit)
        .execute(),
    positionOf: ({ position, id }) => [String(position), id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  return { products: rows.map(({ position: _position, ...product }) => product), ...rest };
}

/** Also what is sold out for now counts: it is shown. */
export async function isAnythingForSale(services: Services): Promise<boolean> {
  const { open, currency } = await readShopSettings(services);
  if (!open) return false;
  const list = await listProductsForSale(currency, { limit: 1 }, services);
  return list !== 'bad-cursor' && list.products.length > 0;
}

/** What the cheapest tags cost that can be bought now; null: none, or the shop is closed. */
export function createLowestPrice(services: Services) {
  return createLastKnown(services, null, async (): Promise<Money | null> => {
    const { open, currency } = await readShopSettings(services);
    if (!open) return null;
    const { minor } = await services.db
      .selectFrom('products')
      .select(({ fn }) => fn.min('priceMinor').as('minor'))
      .where('archivedAt', 'is', null)
      .where('hiddenAt', 'is', null)
      .where('currency', '=', currency)
      .where('tagsEach', '>', 0)
      .where(({ eb }) => eb.or([eb('stock', 'is', null), eb('stock', '>', 0)]))
      .executeTakeFirstOrThrow();
    return minor === null ? null : { minor: Number(minor), currency };
  });
}

/** The product of the address /product/{slug}; one that is hidden is not there. */
export async function findProduct(typed: string, { db }: { db: Executor }): Promise<Product | undefined> {
  if (!slug.safeParse(typed).success) return undefined;
  return selectProducts(db).where('slug', '=', typed).where('hiddenAt', 'is', null).executeTakeFirst();
}

export function findProducts(ids: string[], { db }: { db: Executor }): Promise<Product[]> {
  return ids.length === 0 ? Promise.resolve([]) : selectProducts(db).where('id', 'in', ids).execute();
}

export function selectProducts(db: Executor) {
  return db
    .selectFrom('products')
    .select(['id', 'slug', 'kind', 'names', 'descriptions', 'priceMinor', 'currency', 'tagsEach', 'stock', 'lowStock'])
    .select('pictures')
    .select(({ eb }) => [
      eb('hiddenAt', 'is not', null).$castTo<boolean>().as('hidden'),
      eb('archivedAt', 'is not', null).$castTo<boolean>().as('archived'),
    ])
    .$castTo<Product>();
}

/** They choose the language as `textIn` does. */
const englishName = byName(sql`coalesce(names ->> 'en', '')`);
const germanName = byName(sql`coalesce(nullif(names ->> 'de', ''), names ->> 'en', '')`);

/** A page of all products. Searched for are the starts of words in a name or in the address. */
export function listProducts(request: z.output<typeof productsRequest>, services: Services, language: string) {
  const { state } = request;
  const isGerman = language === 'de';
  return readTable(request, services, {
    name: isGerman ? 'products in German' : 'products',
    sorts: {
      position: { column: 'position', type: 'bigint' },
      name: isGerman ? germanName : englishName,
      price: { column: 'priceMinor', type: 'bigint' },
      /** What is made when it is ordered is never short. */
      stock: { column: sql`coalesce(stock, 2147483647)`, type: 'bigint' },
    },
    rows: selectProducts(services.db)
      .where('archivedAt', state === 'archived' ? 'is not' : 'is', null)
      .where(state === 'low-stock' ? isLowOnStock : sql<boolean>`true`),
    fitting: (search) => hasWords(search),
    show: (product) => product,
  });
}
