import { queryOptions } from '@tanstack/react-query';
import type { ModeratedReview, ReviewState } from '../../domain/reviews/contract/schema.ts';
import type { Product, ProductState } from '../../domain/shop/contract/product.ts';
import { callFunction } from '../data/call-function.ts';
import { type LongList, longListQuery, type PageRequest } from '../data/long-lists.ts';

const notCached = { meta: { notCached: true } };

export const shopSettingsQuery = queryOptions({
  queryKey: ['shop-settings'],
  queryFn: () => callFunction('readShopSettings', {}),
  ...notCached,
});

/** Those that are for sale, or hidden; those of which few are left; or those that are archived. */
export const productLists = {
  listed: productList('listed'),
  'low-stock': productList('low-stock'),
  archived: productList('archived'),
};

function productList(state: ProductState) {
  return { ...longListQuery(['products', state], (request) => readProducts(request, state)), ...notCached };
}

export async function readProducts(request: PageRequest, state: ProductState): Promise<LongList<Product>> {
  const [archived, lowStock] = [state === 'archived', state === 'low-stock'];
  const { products, next } = await callFunction('listProducts', { ...request, archived, lowStock });
  return { rows: products, next };
}

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

/** By their state. */
export const reviewLists = {
  waiting: reviewList('waiting'),
  published: reviewList('published'),
  refused: reviewList('refused'),
};

function reviewList(state: ReviewState) {
  return { ...longListQuery(['reviews', state], (request) => readReviews(request, state)), ...notCached };
}

export async function readReviews(request: PageRequest, state: ReviewState): Promise<LongList<ModeratedReview>> {
  const { reviews, next } = await callFunction('listReviews', { ...request, state });
  return { rows: reviews, next };
}
