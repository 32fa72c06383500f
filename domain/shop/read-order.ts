import { sql } from 'kysely';
import { newestAfter, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { addressLines } from './addresses.ts';
import { type OrderView, stateOfOrder } from './contract/order.ts';
import { isOrderOf } from './order-owner.ts';
import { creationKeyOf, type OrderRow, orderSecret } from './order-secret.ts';
import { owedOf } from './owed.ts';

/** After delivery a consumer may withdraw for so long. */
const withdrawalDays = 14;

/** The order as its buyer and administrators see it. */
export async function viewOfOrder(order: OrderRow, db: Executor): Promise<OrderView> {
  const { id } = order;
  const lines = await linesOf(id, db);
  const steps = await db.selectFrom('orderEvents').selectAll().where('orderId', '=', id).orderBy('id').execute();
  const shipment = await db
    .selectFrom('shipments')
    .select(['carrier', 'tracking'])
    .where('orderId', '=', id)
    .executeTakeFirst();
  const invoices = await db
    .selectFrom('invoices')
    .select(['number', 'kind'])
    .where('orderId', '=', id)
    .orderBy('number')
    .execute();
  const refunds = await db
    .selectFrom('payments')
    .select(['amountMinor', 'createdAt'])
    .where('orderId', '=', id)
    .where('kind', '=', 'refund')
    // One that failed is still here.
    .where(sql<boolean>`not exists (
      select from payments as failure where failure.creation_key = payments.creation_key || ':failed')`)
    .orderBy('createdAt')
    .execute();
  const { number, currency, email, language, itemsMinor, deliveryMinor, totalMinor } = order;
  const { taxScheme, taxRate, taxMinor, isExport, deliveryDays } = order;
  return {
    number,
    state: stateOfOrder(order),
    createdAt: order.createdAt.toISOString(),
    currency,
    email,
    language,
    lines: lines.map(({ name, quantity, unitMinor, totalMinor, tagsEach }) => ({
      name,
      quantity,
      unitMinor,
      totalMinor,
      tagsEach,
    })),
    hasGiftCards: await hasGiftCards(id, db),
    itemsMinor,
    deliveryMinor,
    totalMinor,
    taxScheme,
    taxRate,
    taxMinor,
    isExport,
    paidMinor: await paidOf(id, db),
    overMinor: await overpaidOf(order, db),
    refunds: refunds.map(({ amountMinor, createdAt }) => ({ amountMinor, at: createdAt.toISOString() })),
    isMailFailing: steps.some(({ kind }) => kind === 'mailFailed'),
    addressLines: addressLines(order.address, language),
    deliveryDays,
    dueAt: order.dueAt.toISOString(),
    withdrawnAt: order.withdrawnAt?.toISOString() ?? null,
    canWithdraw: canWithdraw(order),
    withdrawUntil: order.deliveredAt && lastDayOfWithdrawal(order.deliveredAt).toISOString(),
    shipment: shipment ?? null,
    steps: steps.map(({ kind, actor, createdAt }) => ({ kind, actor, at: createdAt.toISOString() })),
    invoices,
  };
}

async function hasGiftCards(orderId: string, db: Executor): Promise<boolean> {
  const card = db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'productId')
    .select('productId')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'gift-card');
  return (await card.limit(1).executeTakeFirst()) !== undefined;
}

/** Its end is written down. One that was only withdrawn from still is to be cancelled or refunded. */
export function isOver({ cancelledAt, refundedAt }: Pick<OrderRow, 'cancelledAt' | 'refundedAt'>): boolean {
  return cancelledAt !== null || refundedAt !== null;
}

export function canWithdraw({ withdrawnAt, deliveredAt, ...order }: OrderRow): boolean {
  if (isOver(order) || withdrawnAt) return false;
  return !deliveredAt || Date.now() < endOfWithdrawal(deliveredAt).getTime();
}

/** A day is added, because days in UTC end before those of time zones to the west. */
function endOfWithdrawal(deliveredAt: Date): Date {
  const day = lastDayOfWithdrawal(deliveredAt);
  day.setUTCDate(day.getUTCDate() + 2);
  return day;
}

/** Its beginning. Whole days count, and none ends on a weekend (Regulation 1182/71). */
export function lastDayOfWithdrawal(deliveredAt: Date): Date {
  const day = new Date(deliveredAt);
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() + withdrawalDays);
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1);
  return day;
}

/** Nothing is to be paid back. An order that costs nothing cannot end in a refund. */
export function canCancel(order: OrderRow, paidMinor: number): boolean {
  if (isOver(order) || paidMinor > 0) return false;
  const isHere = !order.shippedAt || order.withdrawnAt !== null;
  return !order.paidAt || (order.totalMinor === 0 && isHere);
}

/** It is still here, and will be sent. */
export function canReaddress({ shippedAt, withdrawnAt, ...order }: OrderRow): boolean {
  return !(shippedAt || withdrawnAt || isOver(order));
}

export function linesOf(orderId: string, db: Executor) {
  return db.selectFrom('orderLines').selectAll().where('orderId', '=', orderId).orderBy('position').execute();
}

/** What was paid of the order, less what was paid back. */
export async function paidOf(orderId: string, db: Executor): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(case kind when 'payment' then amount_minor else - amount_minor end), 0)::int as paid
    from payments where order_id = ${orderId}`.execute(db);
  return rows[0]?.paid ?? 0;
}

/** What was paid of an order beyond what is owed for it. */
export async function overpaidOf(order: OrderRow, db: Executor): Promise<number> {
  return Math.max(0, (await paidOf(order.id, db)) - (await owedOf(order, db)));
}

/** The order that was placed with the key, unless it is over. */
export async function findPlacedOrder(key: string, { db, keys }: Pick<Services, 'db' | 'keys'>) {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('creationKey', '=', creationKeyOf(key, keys))
    .where('cancelledAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('refundedAt', 'is', null)
    .executeTakeFirst();
  if (!order) return undefined;
  const lines = (await linesOf(order.id, db)).map(({ productId, name, quantity }) => ({ productId, name, quantity }));
  return { ...summaryOf(order), secret: orderSecret(order, keys), lines };
}

/** A page of the orders that were made with the confirmed address of the account, the newest first. */
export async function listOwnOrders({ uid }: { uid: string }, request: PageRequest, { db, keys }: Services) {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['own-orders', uid]),
    keys,
    read: (position, limit) =>
      db.selectFrom('orders').selectAll().where(isOrderOf(uid)).$call(newestAfter(position, limit)).execute(),
    positionOf: ({ exactly, id }) => [exactly, id],
  });
  if (page === 'bad-cursor') return page;
  const orders = page.rows.map((order) => ({
    ...summaryOf(order),
    secret: orderSecret(order, keys),
    withdrawn: order.withdrawnAt !== null,
  }));
  return { orders, next: page.next };
}

type Summarized = Parameters<typeof stateOfOrder>[0] &
  Pick<OrderRow, 'number' | 'currency' | 'totalMinor' | 'createdAt'>;

export function summaryOf(order: Summarized) {
  const { number, currency, totalMinor, createdAt } = order;
  return { number, state: stateOfOrder(order), createdAt: createdAt.toISOString(), currency, totalMinor };
}
