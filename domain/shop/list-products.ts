import { sql } from 'kysely';
import type { z } from 'zod';
import type { Page } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { byName } from '../lists/name-order.ts';
import { readTable } from '../lists/read-table.ts';
import { hasWords } from '../lists/search-words.ts';
import type { Product } from './contract/product.ts';
import type { productsRequest } from './contract/product-table.ts';
import { isLowOnStock, selectProducts } from './for-sale.ts';

/** They choose the language as `textIn` does. */
const englishName = byName(sql`coalesce(names ->> 'en', '')`);
const germanName = byName(sql`coalesce(nullif(names ->> 'de', ''), names ->> 'en', '')`);

/** A page of all products. Searched for are the starts of words in a name or in the address. */
export async function listProducts(
  request: z.output<typeof productsRequest>,
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  language: string,
): Promise<Page<Product> | 'bad-cursor'> {
  const { state } = request;
  const isGerman = language === 'de';
  return readTable(request, {
    name: isGerman ? 'products in German' : 'products',
    keys,
    sorts: {
      position: { column: 'position', type: 'bigint' },
      name: isGerman ? germanName : englishName,
      price: { column: 'priceMinor', type: 'bigint' },
      /** What is made when it is ordered is never short. */
      stock: { column: sql`coalesce(stock, 2147483647)`, type: 'bigint' },
    },
    rows: selectProducts(db)
      .where('archivedAt', state === 'archived' ? 'is not' : 'is', null)
      .where(state === 'low-stock' ? isLowOnStock : sql<boolean>`true`),
    search: { fitting: hasWords, db },
  });
}
