import { sql } from 'kysely';
import { type PageRequest, readNewest } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { PublishedPage, PublishedReview, Rating } from './contract/published.ts';

export async function listPublishedReviews(
  { productId, ...request }: PageRequest & { productId?: string | undefined },
  { db, keys }: Pick<Services, 'db' | 'keys'>,
): Promise<PublishedPage | 'bad-cursor'> {
  return readNewest({
    ...request,
    keys,
    list: JSON.stringify(['reviews', productId ?? null]),
    rows: published(db, productId)
      .select(['id', 'stars', 'text', 'name', 'language', 'answer', 'createdAt'])
      .select(
        sql<PublishedReview['product']>`(
            select jsonb_build_object('slug', slug, 'names', names) from products where products.id = reviews.product_id
          )`.as('product'),
      ),
    as: 'reviews',
    show: (review) => review,
  });
}

/** Of the published reviews, of one product or of all; undefined while there is none. */
export async function ratingOf(productId: string | undefined, { db }: { db: Executor }): Promise<Rating | undefined> {
  const { average, count } = await published(db, productId)
    .select([sql<number | null>`round(avg(stars), 1)::float8`.as('average'), sql<number>`count(*)::int`.as('count')])
    .executeTakeFirstOrThrow();
  return average === null ? undefined : { average, count };
}

function published(db: Executor, productId: string | undefined) {
  const all = db.selectFrom('reviews').where('publishedAt', 'is not', null);
  return productId === undefined ? all : all.where('productId', '=', productId);
}
