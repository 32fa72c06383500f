import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { isThere } from '../../server/db/statements.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { lockOrder } from '../shop/order-steps.ts';
import { linesOf } from '../shop/order-sums.ts';
import { type OrderRow, openOrder } from '../shop/orders.ts';
import type { ReviewState } from './contract/limits.ts';
import type { ReviewedProduct, ReviewWords } from './contract/schema.ts';

type About = { secret: string; productId: string };
type NotReviewed = 'no-order' | 'no-product.ordered' | 'not-delivered';

/** The products of the order with what its buyer wrote about them; none before the delivery. Undefined: there is no such order. */
export async function listOrderReviews(secret: string, services: Services): Promise<ReviewedProduct[] | undefined> {
  const order = await openOrder(secret, services);
  if (!order) return undefined;
  if (!canReview(order)) return [];
  const { db } = services;
  const lines = await linesOf(order.id, db).select(['productId', 'name']).execute();
  const reviews = await db.selectFrom('reviews').selectAll().where('orderId', '=', order.id).execute();
  return lines.map(({ productId, name }) => {
    const review = reviews.find((each) => each.productId === productId);
    return { productId, name, review: review ? viewOf(review) : null };
  });
}

/** Writes the one review of a product of the order, or changes it. What is changed waits to be published again; the same words change nothing. */
export function writeReview(
  { secret, productId, ...words }: About & ReviewWords,
  services: Services,
): Promise<'done' | NotReviewed> {
  return onOrder(secret, services, async (trx, order) => {
    const line = linesOf(order.id, trx).select('productId').where('productId', '=', productId);
    if (!(await isThere(line))) return 'no-product.ordered';
    const { stars, text, name } = words;
    const unread = { version: sql<number>`reviews.version + 1`, publishedAt: null, refusedAt: null, refusal: null };
    await trx
      .insertInto('reviews')
      .values({ id: randomUUID(), orderId: order.id, productId, ...words, language: order.language })
      .onConflict((conflict) =>
        conflict
          .columns(['orderId', 'productId'])
          .doUpdateSet({ ...words, ...unread, changedAt: sql<Date>`now()` })
          .where(
            sql<boolean>`(reviews.stars, reviews.text, reviews.name) is distinct from (${stars}, ${text}, ${name})`,
          ),
      )
      .execute();
    return 'done';
  });
}

export async function deleteReview({ secret, productId }: About, services: Services): Promise<'done' | NotReviewed> {
  const deleted = await onOrder(secret, services, (trx, order) =>
    trx
      .deleteFrom('reviews')
      .where('orderId', '=', order.id)
      .where('productId', '=', productId)
      .returning('id')
      .execute(),
  );
  if (typeof deleted === 'string') return deleted;
  for (const { id } of deleted) await services.deletions.record('review', id);
  return 'done';
}

async function onOrder<Result>(
  secret: string,
  services: Services,
  change: (trx: Executor, order: OrderRow) => Promise<Result>,
): Promise<Result | 'no-order' | 'not-delivered'> {
  const opened = await openOrder(secret, services);
  if (!opened) return 'no-order';
  return services.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, opened.id);
    if (!order) return 'no-order';
    if (!canReview(order)) return 'not-delivered';
    publish({ kind: 'products' });
    return change(trx, order);
  });
}

const canReview = ({ deliveredAt }: OrderRow) => deliveredAt !== null;

function viewOf(review: Selectable<Tables['reviews']>) {
  const { stars, text, name, refusal, answer } = review;
  return { stars, text, name, refusal, answer, state: stateOfReview(review) };
}

export function stateOfReview(review: { publishedAt: Date | null; refusedAt: Date | null }): ReviewState {
  if (review.publishedAt) return 'published';
  return review.refusedAt ? 'refused' : 'waiting';
}
