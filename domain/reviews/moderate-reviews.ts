import { sql } from 'kysely';
import type { z } from 'zod';
import { isoTimes } from '../../server/db/keyset.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { Conflict } from '../conflicts/conflict.ts';
import { readTable } from '../lists/read-table.ts';
import { hasWords } from '../lists/search-words.ts';
import { orderNumberIn } from '../shop/list-orders.ts';
import type { reviewsRequest } from './contract/schema.ts';
import { reviewMails } from './review-mails.ts';
import { stateOfReview } from './write-review.ts';

type Admin = Pick<CurrentUser, 'uid'>;
export type Moderated = 'done' | 'no-review' | Conflict;

type Read = { id: string; version: number };

export function publishReview(admin: Admin, read: Read, services: Services): Promise<Moderated> {
  return moderate(admin, 'publishReview', read, services, async (trx, review) => {
    if (review.publishedAt) return 'unchanged';
    await setReview(trx, review.id, { publishedAt: sql<Date>`now()`, refusedAt: null, refusal: null });
    return { state: [stateOfReview(review), 'published'] };
  });
}

export function refuseReview(admin: Admin, { refusal, ...read }: Read & { refusal: string }, services: Services) {
  return moderate(admin, 'refuseReview', read, services, async (trx, review) => {
    if (review.refusedAt && review.refusal === refusal) return 'unchanged';
    await setReview(trx, review.id, { publishedAt: null, refusedAt: sql<Date>`now()`, refusal });
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', review.orderId).executeTakeFirstOrThrow();
    await reviewMails.refused(trx, { order, productId: review.productId, refusal }, services);
    return { state: [stateOfReview(review), 'refused'] };
  });
}

export function answerReview(admin: Admin, { answer, ...read }: Read & { answer: string }, services: Services) {
  return moderate(admin, 'answerReview', read, services, async (trx, review) => {
    if ((review.answer ?? '') === answer) return 'unchanged';
    await setReview(trx, review.id, { answer: answer || null });
    return { answered: [Boolean(review.answer), Boolean(answer)] };
  });
}

type Review = Awaited<ReturnType<typeof lockReview>>;

function moderate(
  { uid }: Admin,
  act: Act,
  { id, version }: Read,
  { events }: Services,
  change: (trx: Executor, review: NonNullable<Review>) => Promise<AuditChanges | 'unchanged'>,
): Promise<Moderated> {
  return events.transaction(async (trx, publish) => {
    const review = await lockReview(trx, id);
    if (!review) return 'no-review';
    if (review.version !== version) {
      const { stars, text, name } = review;
      return new Conflict({ version: review.version, stars, text, name }, { key: 'reviewForm.changed' });
    }
    const changes = await change(trx, review);
    if (changes === 'unchanged') return 'done';
    await recordAction(trx, { by: { uid }, act, id, changes });
    publish({ kind: 'products' });
    return 'done';
  });
}

function lockReview(trx: Executor, id: string) {
  return trx.selectFrom('reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

function setReview(trx: Executor, id: string, change: object) {
  return trx.updateTable('reviews').set(change).where('id', '=', id).execute();
}

/** A page of the reviews that are in this state. Searched for is the number of an order, or the starts of words in a review or in a product’s name. */
export function listReviews(request: z.output<typeof reviewsRequest>, services: Services) {
  const { state } = request;
  return readTable(request, services, {
    name: 'reviews',
    sorts: { time: { column: 'createdAt', type: 'timestamptz' }, stars: { column: 'stars', type: 'bigint' } },
    rows: services.db
      .selectFrom('reviews')
      .select(['id', 'version', 'stars', 'text', 'name', 'language', 'refusal', 'answer', 'createdAt', 'changedAt'])
      .select([
        sql<Record<string, string>>`(select names from products where products.id = product_id)`.as('productNames'),
        sql<number>`(select number from orders where orders.id = order_id)`.as('orderNumber'),
      ])
      .where('publishedAt', state === 'published' ? 'is not' : 'is', null)
      .where('refusedAt', state === 'refused' ? 'is not' : 'is', null),
    fitting,
    show: (review) => ({ ...isoTimes(review), state }),
  });
}

const mostProducts = 1_000;

async function fitting(search: string, { db }: Pick<Services, 'db'>) {
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
