import { translationsIn } from '../../language/languages.ts';
import { isThere } from '../../server/db/statements.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Refund } from '../../server/payments/provider.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { checkPassword, type PasswordCheck } from '../accounts/password.ts';
import { issueCreditNote } from './invoices.ts';
import { lessenOverpaid, note, noteProblem, settleProblemsOf, wasNoted } from './note-payment.ts';
import { orderMails } from './order-mails.ts';
import { cancel, lockOrder, markOrder, recordStep, type StepBy, type StepDone } from './order-steps.ts';
import { cardPaymentsOf, overpaidOf, owedOf, paidOf, refundableOf } from './order-sums.ts';
import type { OrderRow } from './orders.ts';
import type { Amount, NotDone } from './payments.ts';
import { lockGoods } from './stock.ts';

/**
 * Pays back once a `key`: to the card, one payment at a time; what was transferred is only noted. Asks for the administrator's password.
 * Refunds at the payment service of which nothing is noted here are noted first; then nothing more is paid back.
 */
export async function refundOrder(
  admin: CurrentUser,
  { id, amountMinor, key, password }: Amount & { password: string },
  services: Services,
): Promise<StepDone | NotDone | Exclude<PasswordCheck, { right: true }>> {
  const checked = await checkPassword(admin, password, services);
  if (!checked.right) return checked;
  const { db, payments } = services;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) return { refused: 'no-order' };
  if (await wasAskedFor(db, order, key)) return { done: true };
  const card = await refundableOf(id, db);
  const mostMinor = card?.leftMinor ?? (await paidOf(id, db));
  const { currency } = order;
  if (mostMinor < 1) return { refused: 'not-now' };
  if (amountMinor > mostMinor) return { refused: 'too-much', mostMinor, currency };
  if (!card) return noteTransferBack(admin, { id, amountMinor, key }, services);
  if (!payments) return { refused: 'not-now' };
  const wanted = { paymentId: card.paymentId, amountMinor, currency, orderId: id, key, uid: admin.uid };
  // Stripe forgets the key of a request after a day, and a page that is opened anew has another one.
  const made = await payments.refundsOf(card.paymentId);
  if ('failure' in made) return { refused: `payments-${made.failure}` };
  const missedMinor = await noteMissed(id, made, services);
  const asked = made.find(({ requestKey }) => requestKey === key);
  if (asked) return asked.failed ? { refused: 'payments-refused' } : { done: true };
  if (missedMinor > 0) return { refused: 'refunded-before', missedMinor, currency };
  const refund = await payments.refund(wanted);
  if ('failure' in refund) return { refused: `payments-${refund.failure}` };
  await noteMissed(id, [refund], services);
  return { done: true };
}

/** Notes the refunds that were made and are not noted yet. @returns how much they are together */
async function noteMissed(orderId: string, refunds: Refund[], services: Services): Promise<number> {
  return services.events.transaction(async (trx, publish) => {
    let missedMinor = 0;
    for (const refund of refunds)
      if (await noteRefund(trx, orderId, refund, services)) missedMinor += refund.amountMinor;
    if (missedMinor > 0) publish({ kind: 'products' });
    return missedMinor;
  });
}

/** Of several refunds in one transaction the first may need an invoice number, and the last give the goods back. */
async function lockForRefund(trx: Executor, id: string): Promise<OrderRow | undefined> {
  const order = await lockOrder(trx, id);
  if (order && !order.shippedAt && !order.cancelledAt) await lockGoods(trx, id);
  return order;
}

async function noteTransferBack(
  admin: CurrentUser,
  { id, amountMinor, key }: Amount,
  services: Services,
): Promise<StepDone | NotDone> {
  const by = { actor: 'administrator', uid: admin.uid } as const;
  return services.events.transaction(async (trx, publish) => {
    const order = await lockForRefund(trx, id);
    if (!order) return { refused: 'no-order' };
    if (await wasAskedFor(trx, order, key)) return { done: true };
    const paidMinor = await paidOf(id, trx);
    if (paidMinor < 1) return { refused: 'not-now' };
    if (amountMinor > paidMinor) return { refused: 'too-much', mostMinor: paidMinor, currency: order.currency };
    await note(trx, order, { kind: 'refund', amountMinor, key, actorUid: admin.uid });
    await finishRefund(trx, order, { amountMinor, paidMinor, by }, services);
    publish({ kind: 'products' });
    return { done: true };
  });
}

/** Notes once what was paid back to a card, whoever asked for it; and when it failed, that the money is still here. @returns whether it is new */
export async function noteRefund(trx: Executor, orderId: string, refund: Refund, services: Services): Promise<boolean> {
  const { id: providerId, paymentId: refundOf, amountMinor, currency, requestKey, uid } = refund;
  const order = await lockForRefund(trx, orderId);
  if (!order) return false;
  const key = `stripe:${providerId}`;
  if (refund.failed) {
    await noteFailure(trx, order, refund, services);
    return false;
  }
  if (await wasNoted(trx, order, key)) return false;
  if (currency !== order.currency) {
    await settleProblemsOf(trx, order.id, refundOf);
    return false;
  }
  const paidMinor = await paidOf(order.id, trx);
  const asked = { requestKey: requestKey ?? null, actorUid: uid ?? null };
  await note(trx, order, { kind: 'refund', amountMinor, key, providerId, refundOf, ...asked });
  const by: StepBy = uid ? { actor: 'administrator', uid } : { actor: 'payments' };
  await finishRefund(trx, order, { amountMinor, paidMinor, by }, services);
  const payment = (await cardPaymentsOf(order.id, trx)).find(({ paymentId }) => paymentId === refundOf);
  if (payment?.leftMinor === 0) await settleProblemsOf(trx, order.id, refundOf);
  return true;
}

async function noteFailure(
  trx: Executor,
  order: OrderRow,
  { id: providerId, paymentId, amountMinor, currency }: Refund,
  services: Services,
): Promise<void> {
  const key = `stripe:${providerId}`;
  if (!(await wasNoted(trx, order, key)) || (await wasNoted(trx, order, `${key}:failed`))) return;
  await note(trx, order, { kind: 'payment', amountMinor, key: `${key}:failed`, refundOf: paymentId });
  await recordStep(trx, order, 'refundFailed', { actor: 'payments' });
  await noteProblem(trx, order, { reason: 'refundFailed', amountMinor, currency, providerId }, services);
}

type Refunded = { amountMinor: number /** Before it. */; paidMinor: number; by: StepBy };

async function finishRefund(
  trx: Executor,
  order: OrderRow,
  { amountMinor, paidMinor, by }: Refunded,
  services: Services,
): Promise<void> {
  let credited = false;
  if (order.paidAt) {
    // What was paid twice, or was credited before a refund failed, is no part of the invoice.
    const owedMinor = await owedOf(order, trx);
    const creditMinor = Math.min(amountMinor, amountMinor - Math.max(0, paidMinor - owedMinor));
    const name = translationsIn(order.language)('invoicePage.refund', { number: String(order.number) });
    credited = creditMinor > 0;
    if (credited) await issueCreditNote(trx, order, { amountMinor: creditMinor, name });
  }
  await lessenOverpaid(trx, order, await overpaidOf(order, trx));
  const isAll = amountMinor >= paidMinor;
  const changes: AuditChanges = { paidMinor: [paidMinor, paidMinor - amountMinor] };
  await recordStep(trx, order, isAll ? 'refunded' : 'partRefunded', { ...by, changes });
  if (isAll) {
    if (!order.shippedAt && !order.cancelledAt) await cancel(trx, order, by);
    await markOrder(trx, order.id, 'refundedAt');
  }
  await orderMails.changed(trx, { order, news: { news: 'refunded', amountMinor, credited } }, services);
}

async function wasAskedFor(db: Executor, order: OrderRow, key: string): Promise<boolean> {
  if (await wasNoted(db, order, key)) return true;
  const row = db.selectFrom('payments').select('id').where('orderId', '=', order.id).where('requestKey', '=', key);
  return isThere(row);
}
