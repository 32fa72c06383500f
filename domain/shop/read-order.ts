import { sql } from 'kysely';
import { isoTimes, type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { isThere } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isOrderOf } from '../accounts/account-rows.ts';
import { addressFieldsOf, addressLines } from './addresses.ts';
import { stateOfOrder } from './contract/order-states.ts';
import type { OrderForAdmin, OrderView } from './contract/order-view.ts';
import {
  linesOf,
  nameOfAdministrator,
  openProblemsOf,
  overpaidOf,
  paidOf,
  paymentsOf,
  refundableOf,
} from './order-sums.ts';
import {
  canCancel,
  canReaddress,
  canWithdraw,
  creationKeyOf,
  lastDayOfWithdrawal,
  type OrderRow,
  orderSecret,
} from './orders.ts';

export async function viewOfOrder(order: OrderRow, db: Executor): Promise<OrderView> {
  const { id } = order;
  const lines = await linesOf(id, db).select(['name', 'quantity', 'unitMinor', 'totalMinor', 'tagsEach']).execute();
  const events = db.selectFrom('orderEvents').select(['kind', 'actor', 'createdAt as at']).where('orderId', '=', id);
  const steps = await events.orderBy('id').execute();
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
  const { rows: payments } = await sql<{ amountMinor: number; at: Date }>`
    select case kind when 'refund' then - amount_minor else amount_minor end as amount_minor, created_at as at
    from payments where order_id = ${id} and (kind = 'refund' or kind = 'payment' and refund_of is null)
      and not exists (select from payments as undone where undone.order_id = payments.order_id
        and (undone.takes_back = payments.id or undone.creation_key = payments.creation_key || ':failed'))
    order by created_at, id`.execute(db);
  const { email, language, itemsMinor, deliveryMinor, taxScheme, taxRate, taxMinor, isExport, deliveryDays } = order;
  return {
    ...summaryOf(order),
    ...{ email, language, itemsMinor, deliveryMinor, taxScheme, taxRate, taxMinor, isExport, deliveryDays },
    lines,
    hasGiftCards: await hasGiftCards(id, db),
    paidMinor: await paidOf(id, db),
    overMinor: await overpaidOf(order, db),
    payments: payments.map(isoTimes),
    isMailFailing: steps.some(({ kind }) => kind === 'mailFailed'),
    addressLines: addressLines(order.address, language),
    dueAt: order.dueAt.toISOString(),
    withdrawnAt: order.withdrawnAt?.toISOString() ?? null,
    canWithdraw: canWithdraw(order),
    withdrawUntil: order.deliveredAt && lastDayOfWithdrawal(order.deliveredAt).toISOString(),
    shipment: shipment ?? null,
    steps: steps.map(isoTimes),
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
  return isThere(card.limit(1));
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
  const lines = await linesOf(order.id, db).select(['productId', 'name', 'quantity']).execute();
  return { ...summaryOf(order), secret: orderSecret(order, keys), lines };
}

/** A page of the orders that were made with the confirmed address of the account, the newest first. */
export async function listOwnOrders({ uid }: { uid: string }, request: PageRequest, { db, keys }: Services) {
  return readNewest({
    ...request,
    keys,
    list: JSON.stringify(['own-orders', uid]),
    rows: db.selectFrom('orders').selectAll().where(isOrderOf(uid)),
    as: 'orders',
    show: (own) => ({ ...summaryOf(own), secret: orderSecret(own, keys), withdrawn: own.withdrawnAt !== null }),
  });
}

type Summarized = Parameters<typeof stateOfOrder>[0] &
  Pick<OrderRow, 'number' | 'currency' | 'totalMinor' | 'createdAt'>;

export function summaryOf(order: Summarized) {
  const { number, currency, totalMinor, createdAt } = order;
  return { number, state: stateOfOrder(order), createdAt: createdAt.toISOString(), currency, totalMinor };
}

export async function viewForAdmin(order: OrderRow, db: Executor): Promise<OrderForAdmin> {
  const { id } = order;
  const problems = await openProblemsOf(id, db);
  const payments = await paymentsOf(order, db);
  const view = await viewOfOrder(order, db);
  const steps = db.selectFrom('orderEvents').leftJoin('users', 'uid', 'actorUid').where('orderId', '=', id);
  const notes = db.selectFrom('orderNotes').leftJoin('users', 'uid', 'actorUid').where('orderId', '=', id);
  const by = nameOfAdministrator.as('by');
  const told = steps.select(['kind', 'actor', 'orderEvents.createdAt as at', by]).orderBy('orderEvents.id');
  const noted = notes.select(['orderNotes.id as key', 'text', 'orderNotes.createdAt as at', by]).orderBy('at');
  return {
    ...view,
    steps: (await told.execute()).map(isoTimes),
    payments: payments.map(({ kept, ...paid }) => ({ ...isoTimes(paid), canTakeBack: !kept && !paid.takenBack })),
    notes: (await noted.execute()).map(isoTimes),
    canCancel: canCancel(order, view.paidMinor),
    canReaddress: canReaddress(order),
    address: order.address,
    addressFields: addressFieldsOf(order.address.country),
    cardMinor: (await refundableOf(id, db))?.leftMinor ?? 0,
    problems: problems.map(isoTimes),
  };
}
