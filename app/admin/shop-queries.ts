import { queryOptions } from '@tanstack/react-query';
import type { Product } from '../../domain/shop/contract/product.ts';
import { callFunction } from '../data/call-function.ts';
import { type LongList, longListQuery, type PageRequest } from '../data/long-lists.ts';

const notCached = { meta: { notCached: true } };

export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: () => callFunction('readShopSettings', {}),
  ...notCached,
});

/** Those that are for sale, or hidden; or those that are archived. */
export const productLists = {
  listed: { ...longListQuery(['products', 'listed'], (request) => readProducts(request, false)), ...notCached },
  archived: { ...longListQuery(['products', 'archived'], (request) => readProducts(request, true)), ...notCached },
};

export async function readProducts(request: PageRequest, archived: boolean): Promise<LongList<Product>> {
  const { products, next } = await callFunction('listProducts', { ...request, archived });
  return { rows: products, next };
}
