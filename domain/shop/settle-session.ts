import { sql } from 'kysely';
import type { ProblemReason } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { CheckoutSession } from '../../server/payments/provider.ts';
import type { Services } from '../../server/services.ts';
import { tell } from '../notifications/tell.ts';
import { note, tellPayment, wasNoted } from './note-payment.ts';
import type { OrderRow } from './order-secret.ts';
import { lockOrder, recordStep } from './order-steps.ts';
import { noteProblem } from './payment-problems.ts';
import { paidOf } from './read-order.ts';

const by = { actor: 'payments' } as const;

/**
 * Takes over what became of a checkout session: in any order, any number of times. Sessions that belong to no order of ours change nothing.
 * @param failed the payment that was on its way did not come
 */
export async function settleSession(
  trx: Executor,
  publish: Publish,
  { session, failed = false }: { session: CheckoutSession; failed?: boolean },
  services: Services,
): Promise<void> {
  const known = await trx
    .selectFrom('checkoutSessions')
    .select('orderId')
    .where('id', '=', session.id)
    .executeTakeFirst();
  const orderId = known?.orderId ?? session.orderId;
  const order = orderId && (await lockOrder(trx, orderId));
  if (!order) return;
  if (session.paid) await takePayment(trx, order, session, services);
  const now = sql<Date>`now()`;
  const isOver = session.paid || failed || session.state === 'expired';
  if (isOver || session.state === 'complete') {
    await trx
      .updateTable('checkoutSessions')
      .set(isOver ? { closedAt: now } : { processingAt: now })
      .where('id', '=', session.id)
      .where('closedAt', 'is', null)
      .execute();
  }
  publish({ kind: 'mail' });
}

async function takePayment(
  trx: Executor,
  order: OrderRow,
  { id, paymentId, amountMinor, currency }: CheckoutSession,
  services: Services,
): Promise<void> {
  const providerId = paymentId ?? id;
  const key = `stripe:${providerId}`;
  if (await wasNoted(trx, order, key)) return;
  const reason = await whyToLookAt(trx, order, { amountMinor, currency });
  if (reason !== 'otherCurrency' && Number.isInteger(amountMinor) && amountMinor > 0)
    await note(trx, order, { kind: 'payment', amountMinor, key, providerId });
  if (!reason) return tellPayment(trx, order, by, services);
  if (!(await noteProblem(trx, order, { reason, amountMinor, currency, providerId }, services))) return;
  await recordStep(trx, order, 'toLookAt', by);
  await tell(trx, 'orderChanged', { order, news: { news: 'toLookAt' } }, services);
}

async function whyToLookAt(
  trx: Executor,
  order: OrderRow,
  { amountMinor, currency }: Pick<CheckoutSession, 'amountMinor' | 'currency'>,
): Promise<ProblemReason | undefined> {
  if (currency !== order.currency) return 'otherCurrency';
  if (order.cancelledAt || order.refundedAt || (order.withdrawnAt && !order.paidAt)) return 'orderOver';
  if (order.paidAt) return 'alreadyPaid';
  return amountMinor === order.totalMinor - (await paidOf(order.id, trx)) ? undefined : 'wrongAmount';
}
