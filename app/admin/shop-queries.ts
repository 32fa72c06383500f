import { queryOptions } from '@tanstack/react-query';
import type { ModeratedReview, ReviewState } from '../../domain/reviews/contract/schema.ts';
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
