import { sql } from 'kysely';
import { deleteOlder, hasChanged } from '../../server/db/statements.ts';
import type { ProblemReason } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type {
  CheckoutSession,
  PaymentEvent,
  Payments,
  PaymentsFailure,
  Refund,
} from '../../server/payments/provider.ts';
import type { Services } from '../../server/services.ts';
import { note, noteProblem, tellPayment, wasNoted } from './note-payment.ts';
import { orderMails } from './order-mails.ts';
import { lockOrder, recordStep } from './order-steps.ts';
import { paidOf } from './order-sums.ts';
import type { OrderRow } from './orders.ts';
import { noteRefund } from './refunds.ts';

/** Events are sent again for some days, and by hand for a month. */
const keptDays = 90;

/** Each event has its effect once, in any order. @returns `payments-away`: the payment service did not answer; it is to be sent again */
export async function receivePaymentEvent(
  event: PaymentEvent,
  payments: Payments,
  services: Services,
): Promise<'done' | 'payments-away'> {
  if (event.about === 'other') return 'done';
  const more = event.about === 'refunded' ? await askAboutRefunds(event, payments, services) : {};
  if ('failure' in more) return 'payments-away';
  const { session } = more;
  // Apart from the refunds: a payment locks the invoice number first, a refund the goods.
  if (session) await services.events.transaction((trx, publish) => settleSession(trx, publish, { session }, services));
  await services.events.transaction(async (trx, publish) => {
    const { id, kind } = event;
    const received = trx.insertInto('paymentEvents').values({ id, kind });
    const isNew = await hasChanged(received.onConflict((conflict) => conflict.column('id').doNothing()));
    if (isNew) await takeOver(trx, publish, { event, refunds: more.refunds ?? [] }, services);
  });
  return 'done';
}

type More = { session?: CheckoutSession | undefined; refunds?: Refund[] };

/** An event of a refund does not name it; and it may come before the one of its payment. */
async function askAboutRefunds(
  { paymentId, orderId }: { paymentId: string; orderId: string | undefined },
  payments: Payments,
  { db }: Services,
): Promise<More | PaymentsFailure> {
  const known = await orderOfPayment(db, paymentId);
  if (!known && !orderId) return {};
  const session = known ? undefined : await payments.sessionOf(paymentId);
  if (session && 'failure' in session) return session;
  const refunds = await payments.refundsOf(paymentId);
  return 'failure' in refunds ? refunds : { session, refunds };
}

type Told = { event: Exclude<PaymentEvent, { about: 'other' }>; refunds: Refund[] };

async function takeOver(trx: Executor, publish: Publish, { event, refunds }: Told, services: Services): Promise<void> {
  if (event.about === 'session') return settleSession(trx, publish, event, services);
  const paymentId = event.about === 'refund' ? event.refund.paymentId : event.paymentId;
  const orderId = await orderOfPayment(trx, paymentId);
  const order = orderId && (await lockOrder(trx, orderId));
  if (!order) return;
  if (event.about === 'disputed') {
    const { amountMinor } = event;
    const problem = { reason: 'disputed', amountMinor, currency: order.currency, providerId: paymentId } as const;
    if (await noteProblem(trx, order, problem, services))
      await recordStep(trx, order, 'toLookAt', { actor: 'payments' });
  }
  for (const refund of event.about === 'refund' ? [event.refund] : refunds)
    await noteRefund(trx, order.id, refund, services);
  publish({ kind: 'products' });
}

async function orderOfPayment(db: Executor, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id from payments where provider_id = ${paymentId}
    union select order_id from payment_problems where provider_id = ${paymentId} limit 1`.execute(db);
  return rows[0]?.orderId;
}

export function deleteOldPaymentEvents({ db }: Services): Promise<void> {
  return deleteOlder(db, 'payment_events', 'created_at', keptDays);
}

const by = { actor: 'payments' } as const;

/** Takes over a checkout session in any order, any number of times. @param failed the payment that was on its way did not come */
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
  publish({ kind: 'needs' });
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
  await orderMails.changed(trx, { order, news: { news: 'toLookAt' } }, services);
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
