import { sql } from 'kysely';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { OrderActor, OrderStep } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { Conflict } from '../conflicts/conflict.ts';
import { stateOfOrder } from './contract/order-states.ts';
import type { OrderNews } from './order-mails.ts';
import { orderMails } from './order-mails.ts';
import type { OrderRow } from './orders.ts';
import { giveStockBack } from './stock.ts';

/** `changes`: what the act changed, where it is not the state. */
export type StepBy = { actor: OrderActor; uid?: string; changes?: AuditChanges };

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
export async function recordStep(trx: Executor, order: OrderRow, kind: OrderStep, by: StepBy): Promise<void> {
  const row = { orderId: order.id, kind, actor: by.actor, actorUid: by.uid ?? null };
  await trx.insertInto('orderEvents').values(row).execute();
  await recordOrderAction(trx, order, kind, by);
}

/** What an administrator did, also where the buyer sees no step. */
export async function recordOrderAction(
  trx: Executor,
  order: OrderRow,
  kind: OrderStep,
  { actor, uid, changes = { state: [stateOfOrder(order), kind] } }: StepBy,
): Promise<void> {
  const act = actOf[kind];
  if (actor !== 'administrator' || !uid || !act) return;
  await recordAction(trx, { by: { uid }, act, id: order.id, changes });
}

/** One change of an order at a time. */
export async function lockOrder(trx: Executor, id: string): Promise<OrderRow | undefined> {
  return trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Moment = 'paidAt' | 'packedAt' | 'shippedAt' | 'deliveredAt' | 'withdrawnAt' | 'cancelledAt' | 'refundedAt';

export async function markOrder(trx: Executor, id: string, ...moments: Moment[]): Promise<OrderRow> {
  const now = Object.fromEntries(moments.map((moment) => [moment, sql<Date>`now()`]));
  const isSettled = moments.some((moment) => ['paidAt', 'packedAt'].includes(moment));
  const changes = { ...now, ...(isSettled && { networkKey: null }) };
  return trx.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Cancels an order, and gives its stock back unless it was sent. */
export async function cancel(trx: Executor, order: OrderRow, by: StepBy): Promise<OrderRow> {
  const { id, shippedAt } = order;
  if (!shippedAt) await giveStockBack(trx, id);
  await recordStep(trx, order, 'cancelled', by);
  return markOrder(trx, id, 'cancelledAt');
}

/** Runs with the order locked, in one transaction. */
export function onOrder<Result>(
  id: string,
  { events }: Pick<Services, 'events'>,
  work: (trx: Executor, order: OrderRow, publish: Publish) => Promise<Result>,
): Promise<Result | { refused: 'no-order' }> {
  return events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, id);
    return order ? work(trx, order, publish) : { refused: 'no-order' };
  });
}

export type StepDone = { done: true /** StepBy somebody, before. */; already?: true };

type Change<Refused> = (
  trx: Executor,
  order: OrderRow,
  by: StepBy,
  publish: Publish,
) => Promise<OrderNews | 'unchanged' | Refused>;

/** Changes an order and tells its buyer, in one transaction. */
export async function changeOrder<Refused extends string | Conflict>(
  { uid }: CurrentUser,
  id: string,
  services: Services,
  change: Change<Refused>,
): Promise<StepDone | { refused: 'no-order' | Refused }> {
  return onOrder(id, services, async (trx, order, publish): Promise<StepDone | { refused: Refused }> => {
    const news = await change(trx, order, { actor: 'administrator', uid }, publish);
    if (news === 'unchanged') return { done: true, already: true };
    if (typeof news === 'string' || news instanceof Conflict) return { refused: news };
    await orderMails.changed(trx, { order, news }, services);
    return { done: true };
  });
}
