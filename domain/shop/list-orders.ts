import { sql } from 'kysely';
import type { z } from 'zod';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isOrderOf } from '../accounts/account-rows.ts';
import { foldedStartOf, readTable, startOf } from '../lists/read-table.ts';
import { hasWords, wordsIn } from '../lists/search-words.ts';
import type { OrderFilter } from './contract/order-states.ts';
import type { OrderSummary, ordersRequest } from './contract/order-view.ts';
import { summaryOf } from './read-order.ts';

/** The same as in the indexes and in `stateOfOrder`. */
const stateOf = sql<string>`(case
  when refunded_at is not null then 'refunded' when cancelled_at is not null then 'cancelled'
  when delivered_at is not null then 'delivered' when shipped_at is not null then 'shipped'
  when packed_at is not null then 'packed' when paid_at is not null then 'paid' else 'placed' end)`;

export const waitsForMoney = sql<boolean>`withdrawn_at is not null and cancelled_at is null and refunded_at is null`;

const hasPaymentProblem = sql<boolean>`id in (select order_id from payment_problems where settled_at is null)`;

/** Of orders that are to be paid, packed or sent. */
export const isMailFailing = sql<boolean>`shipped_at is null and cancelled_at is null and refunded_at is null
  and id in (select order_id from order_events where kind = 'mailFailed')`;

/** A page of all orders. Searched for is a number of an order or an invoice, or the start of an address or a tracking number, or of words in a name, a company and a city. */
export function listOrders(request: z.output<typeof ordersRequest>, services: Services) {
  const { state } = request;
  return readTable(request, services, {
    name: 'orders',
    sorts: {
      created: { column: 'createdAt', type: 'timestamptz' },
      email: { column: 'email', type: 'text' },
      total: { column: 'totalMinor', type: 'bigint' },
    },
    rows: selectOrders(services.db).where(state ? isIn(state) : sql<boolean>`true`),
    fitting,
    show: summaryForAdmin,
  });
}

/** The newest orders of accounts, as the pages of these count them. */
export async function listOrdersOf(uids: string[], limit: number, { db }: Services): Promise<OrderSummary[]> {
  if (uids.length === 0) return [];
  const isOfOne = sql<boolean>`(${sql.join(uids.map(isOrderOf), sql` or `)})`;
  const rows = await selectOrders(db).where(isOfOne).orderBy('createdAt', 'desc').limit(limit).execute();
  return rows.map(summaryForAdmin);
}

function selectOrders(db: Executor) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'email', 'address', 'currency', 'totalMinor', 'createdAt', 'paidAt', 'packedAt'])
    .select(['shippedAt', 'deliveredAt', 'withdrawnAt', 'cancelledAt', 'refundedAt']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;

function summaryForAdmin(order: Row): OrderSummary {
  const { id, email, address, withdrawnAt } = order;
  const { name, company } = address;
  return { ...summaryOf(order), id, email, name, company: company ?? '', withdrawn: withdrawnAt !== null };
}

function isIn(state: OrderFilter) {
  if (state === 'withdrawn') return waitsForMoney;
  if (state === 'payment-problem') return hasPaymentProblem;
  if (state === 'mail-failed') return isMailFailing;
  return sql<boolean>`${stateOf} = ${state}`;
}

const mostNumber = 2_147_483_647;

/** How an order or an invoice is called in a transfer, a mail or a file. */
const reference =
  /^#?(\d+)$|\b(?:order|bestellung|invoice|credit note|rechnung(?:skorrektur)?)(?:\W+(?:no|nr))?\W*(\d+)/i;

export function orderNumberIn(search: string): number | undefined {
  const [, bare, digits = bare] = reference.exec(search) ?? [];
  return digits === undefined ? undefined : Math.min(Number(digits), mostNumber);
}

const buyerWords = wordsIn(
  ['name', 'company', 'city'].map((field) => `coalesce(address ->> '${field}', '')`).join(` || ' ' || `),
);

/** Of one day, a parcel service gives many numbers that begin alike. */
const mostShipments = 1_000;

function fitting(search: string) {
  const sent = sql<boolean>`id = any(array(
    select order_id from shipments where replace(folded(tracking), ' ', '') like ${foldedStartOf(search.replaceAll(' ', ''))} limit ${mostShipments}))`;
  const number = orderNumberIn(search);
  if (number !== undefined)
    return sql<boolean>`(number = ${number} or id = (select order_id from invoices where number = ${number}) or ${sent})`;
  return sql<boolean>`(email like ${startOf(search)} or ${hasWords(search, buyerWords)} or ${sent} or id = ${search})`;
}
