import { sql } from 'kysely';
import type { z } from 'zod';
import type { Page } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { readTable } from '../lists/read-table.ts';
import { hasWords } from '../lists/search-words.ts';
import { orderNumberIn } from '../shop/list-orders.ts';
import type { reviewsRequest } from './contract/review-table.ts';
import type { ModeratedReview } from './contract/schema.ts';
import { stateOfReview } from './review-state.ts';

/** A page of the reviews that are in this state. Searched for is the number of an order, or the starts of words in a review or in a product’s name. */
export async function listReviews(
  request: z.output<typeof reviewsRequest>,
  { db, keys }: Pick<Services, 'db' | 'keys'>,
): Promise<Page<ModeratedReview> | 'bad-cursor'> {
  const { state } = request;
  const page = await readTable(request, {
    name: 'reviews',
    keys,
    sorts: {
      time: { column: 'createdAt', type: 'timestamptz' },
      stars: { column: 'stars', type: 'bigint' },
    },
    rows: db
      .selectFrom('reviews')
      .select(['id', 'version', 'stars', 'text', 'name', 'language', 'refusal', 'answer'])
      .select(['createdAt', 'changedAt', 'publishedAt', 'refusedAt'])
      .select([
        sql<Record<string, string>>`(select names from products where products.id = product_id)`.as('productNames'),
        sql<number>`(select number from orders where orders.id = order_id)`.as('orderNumber'),
      ])
      .where('publishedAt', state === 'published' ? 'is not' : 'is', null)
      .where('refusedAt', state === 'refused' ? 'is not' : 'is', null),
    search: { fitting: (search) => fitting(search, db), db },
  });
  if (page === 'bad-cursor') return page;
  const rows = page.rows.map(({ publishedAt, refusedAt, createdAt, changedAt, ...review }) => ({
    ...review,
    state: stateOfReview({ publishedAt, refusedAt }),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
  }));
  return { ...page, rows };
}

const mostProducts = 1_000;

async function fitting(search: string, db: Executor) {
  const number = orderNumberIn(search);
  if (number !== undefined) return sql<boolean>`order_id = (select id from orders where number = ${number})`;
  const products = await db
    .selectFrom('products')
    .select('id')
    .where(hasWords(search))
    .orderBy('position')
    .limit(mostProducts)
    .execute();
  return sql<boolean>`(${hasWords(search)} or product_id = any(${products.map(({ id }) => id)}))`;
}
