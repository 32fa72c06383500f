import { sql } from 'kysely';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { OrderActor, OrderStep } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { stateOfOrder } from './contract/order.ts';
import type { OrderRow } from './order-secret.ts';

/** `changes`: what the act changed, where it is not the state. */
export type By = { actor: OrderActor; uid?: string; changes?: AuditChanges };

/** What each step is when an administrator does it. */
const actOf: Partial<Record<OrderStep, Act>> = {
  partPaid: 'confirmPayment',
  paid: 'confirmPayment',
  overpaid: 'confirmPayment',
  takenBack: 'takeBackPayment',
  packed: 'packOrder',
  shipped: 'shipOrder',
  delivered: 'deliverOrder',
  cancelled: 'cancelOrder',
  partRefunded: 'refundOrder',
  refunded: 'refundOrder',
  readdressed: 'changeOrderAddress',
};

/** Notes who did what with an order, and when. @param order as it was before */
export async function recordStep(trx: Executor, order: OrderRow, kind: OrderStep, by: By): Promise<void> {
  await trx
    .insertInto('orderEvents')
    .values({ orderId: order.id, kind, actor: by.actor, actorUid: by.uid ?? null })
    .execute();
  await recordOrderAction(trx, order, kind, by);
}

/** What an administrator did, also where the buyer sees no step. */
export async function recordOrderAction(
  trx: Executor,
  order: OrderRow,
  kind: OrderStep,
  { actor, uid, changes = { state: [stateOfOrder(order), kind] } }: By,
): Promise<void> {
  const act = actOf[kind];
  if (actor !== 'administrator' || !uid || !act) return;
  await recordAction(trx, { by: { uid }, act, subject: { kind: 'order', id: order.id }, changes });
}

/** One change of an order at a time. */
export async function lockOrder(trx: Executor, id: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Moment = 'paidAt' | 'packedAt' | 'shippedAt' | 'deliveredAt' | 'withdrawnAt' | 'cancelledAt' | 'refundedAt';

export async function markOrder(trx: Executor, id: string, ...moments: Moment[]): Promise<OrderRow> {
  const now = Object.fromEntries(moments.map((moment) => [moment, sql<Date>`now()`]));
  const isSettled = moments.some((moment) => ['paidAt', 'packedAt'].includes(moment));
  return trx
    .updateTable('orders')
    .set({ ...now, ...(isSettled && { networkKey: null }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cancels an order, and gives its stock back unless it was sent. */
export async function cancel(trx: Executor, order: OrderRow, by: By): Promise<OrderRow> {
  const { id, shippedAt } = order;
  if (!shippedAt) await giveStockBack(trx, id);
  await recordStep(trx, order, 'cancelled', by);
  return markOrder(trx, id, 'cancelledAt');
}

/** Of products that have a stock no longer, nothing. */
async function giveStockBack(trx: Executor, id: string): Promise<void> {
  await lockGoods(trx, id);
  await sql`
    update products set stock = stock + quantity from (
      select product_id, sum(quantity)::int as quantity from order_lines
      where order_id = ${id} and takes_stock group by product_id
    ) as ordered
    where products.id = product_id and stock is not null`.execute(trx);
}

/** In the order in which buyers lock them, and as they do before any invoice gets its number. */
export async function lockGoods(trx: Executor, orderId: string): Promise<void> {
  const ordered = trx.selectFrom('orderLines').select('productId').where('orderId', '=', orderId);
  await trx.selectFrom('products').select('id').where('id', 'in', ordered).orderBy('id').forNoKeyUpdate().execute();
}
