import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callFunction } from '../data/call-function.ts';

const notCached = { meta: { notCached: true } };

export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: () => callFunction('readShopSettings', {}),
  ...notCached,
});

export function productQuery(id: string) {
  // What another administrator changed since is never overwritten by what was read before.
  return queryOptions({
    queryKey: ['products', id],
    queryFn: () => callFunction('getProduct', { id }),
    gcTime: 0,
    ...notCached,
  });
}

export function orderQuery(id: string) {
  return queryOptions({ queryKey: ['orders', id], queryFn: () => callFunction('getOrder', { id }), ...notCached });
}

/** Their table, and each that is being changed. */
export async function readProductsAnew(client: QueryClient): Promise<void> {
  await Promise.all([['needs'], ['products']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function readOrdersAnew(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ['orders'] }),
    client.invalidateQueries({ queryKey: ['admin-table'] }),
  ]);
}
