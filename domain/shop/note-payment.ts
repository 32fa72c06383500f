import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { hasChanged, isThere } from '../../server/db/statements.ts';
import type { PaymentRow, ProblemReason } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { issueInvoice } from './invoices.ts';
import { orderMails } from './order-mails.ts';
import { markOrder, recordStep, type StepBy } from './order-steps.ts';
import { overpaidOf, paidOf } from './order-sums.ts';
import type { OrderRow } from './orders.ts';

type Noted = Pick<PaymentRow, 'kind' | 'amountMinor'> & { key: string } & Partial<
    Pick<PaymentRow, 'providerId' | 'refundOf' | 'requestKey' | 'takesBack' | 'actorUid'>
  >;

export async function wasNoted(trx: Executor, { id }: Pick<OrderRow, 'id'>, key: string): Promise<boolean> {
  const creationKey = keyOf(id, key);
  return isThere(trx.selectFrom('payments').select('id').where('creationKey', '=', creationKey));
}

export async function note(trx: Executor, { id, currency }: OrderRow, { key, ...payment }: Noted): Promise<void> {
  const row = { ...payment, id: randomUUID(), orderId: id, creationKey: keyOf(id, key), currency };
  await trx.insertInto('payments').values(row).execute();
}

const keyOf = (orderId: string, key: string) => `${orderId}:${key}`;

export async function tellPayment(trx: Executor, order: OrderRow, by: StepBy, services: Services): Promise<void> {
  const restMinor = order.totalMinor - (await paidOf(order.id, trx));
  if (restMinor > 0) {
    await recordStep(trx, order, 'partPaid', by);
    await orderMails.changed(trx, { order, news: { news: 'partPaid', restMinor } }, services);
    return;
  }
  await recordStep(trx, order, 'paid', by);
  const paid = await markOrder(trx, order.id, 'paidAt');
  await issueInvoice(trx, paid);
  const overMinor = -restMinor;
  if (overMinor > 0) await noteOverpaid(trx, order, overMinor);
  await orderMails.changed(trx, { order: paid, news: { news: 'paid', overMinor } }, services);
}

export async function tellTooMuch(trx: Executor, order: OrderRow, by: StepBy, services: Services): Promise<void> {
  const overMinor = await overpaidOf(order, trx);
  await recordStep(trx, order, 'overpaid', by);
  if (overMinor === 0) return;
  await noteOverpaid(trx, order, overMinor);
  await orderMails.changed(trx, { order, news: { news: 'overpaid', overMinor } }, services);
}

type Problem = { reason: ProblemReason; amountMinor: number; currency: string; providerId: string };

/** Notes, once, a payment that an administrator must look at, and mails the operator. @returns whether it is new */
export async function noteProblem(
  trx: Executor,
  order: OrderRow,
  { amountMinor, ...problem }: Problem,
  services: Services,
): Promise<boolean> {
  const noted = trx
    .insertInto('paymentProblems')
    .values({ id: randomUUID(), orderId: order.id, amountMinor: Math.round(amountMinor), ...problem })
    .onConflict((conflict) => conflict.columns(['orderId', 'providerId', 'reason']).doNothing());
  const isNew = await hasChanged(noted);
  if (isNew) await orderMails.paymentProblem(trx, { order }, services);
  return isNew;
}

/** In place of an id of the payment service: there is one such problem of an order. */
const noProvider = 'overpaid';

async function noteOverpaid(trx: Executor, { id: orderId, currency }: OrderRow, amountMinor: number) {
  const problem = { reason: 'overpaid', amountMinor, currency, providerId: noProvider } as const;
  await trx
    .insertInto('paymentProblems')
    .values({ id: randomUUID(), orderId, ...problem })
    .onConflict((conflict) =>
      conflict.columns(['orderId', 'providerId', 'reason']).doUpdateSet({ amountMinor, settledAt: null }),
    )
    .execute();
}

export async function lessenOverpaid(trx: Executor, { id }: OrderRow, leftMinor: number): Promise<void> {
  await trx
    .updateTable('paymentProblems')
    .set(leftMinor > 0 ? { amountMinor: leftMinor } : { settledAt: sql`now()` })
    .where('orderId', '=', id)
    .where('reason', '=', 'overpaid')
    .where('settledAt', 'is', null)
    .execute();
}

export async function settleProblem(trx: Executor, { id: orderId }: OrderRow, id: string) {
  const problem = await trx
    .selectFrom('paymentProblems')
    .select('settledAt')
    .where('id', '=', id)
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  if (!problem) return 'unknown';
  if (problem.settledAt) return 'settled-before';
  await trx.updateTable('paymentProblems').set({ settledAt: sql`now()` }).where('id', '=', id).execute();
  return 'settled';
}

/** All of a payment that was paid back. */
export async function settleProblemsOf(trx: Executor, orderId: string, providerId: string): Promise<void> {
  await trx
    .updateTable('paymentProblems')
    .set({ settledAt: sql`now()` })
    .where('orderId', '=', orderId)
    .where('providerId', '=', providerId)
    .where('settledAt', 'is', null)
    .execute();
}
