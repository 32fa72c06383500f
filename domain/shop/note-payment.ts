import { randomUUID } from 'node:crypto';
import type { PaymentRow } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { tell } from '../notifications/tell.ts';
import { issueInvoice } from './invoices.ts';
import type { OrderRow } from './order-secret.ts';
import { type By, markOrder, recordStep } from './order-steps.ts';
import { noteOverpaid } from './payment-problems.ts';
import { overpaidOf, paidOf } from './read-order.ts';

type Noted = Pick<PaymentRow, 'kind' | 'amountMinor'> & { key: string } & Partial<
    Pick<PaymentRow, 'providerId' | 'refundOf' | 'requestKey' | 'takesBack'>
  >;

/** Whether the order has a payment or refund of this key. */
export async function wasNoted(trx: Executor, { id }: Pick<OrderRow, 'id'>, key: string): Promise<boolean> {
  const creationKey = keyOf(id, key);
  const row = await trx.selectFrom('payments').select('id').where('creationKey', '=', creationKey).executeTakeFirst();
  return row !== undefined;
}

export async function note(trx: Executor, { id, currency }: OrderRow, { key, ...payment }: Noted): Promise<void> {
  await trx
    .insertInto('payments')
    .values({ ...payment, id: randomUUID(), orderId: id, creationKey: keyOf(id, key), currency })
    .execute();
}

const keyOf = (orderId: string, key: string) => `${orderId}:${key}`;

/** Tells the buyer that part of the money came; with the rest of it the order is paid, and its invoice issued. */
export async function tellPayment(trx: Executor, order: OrderRow, by: By, services: Services): Promise<void> {
  const restMinor = order.totalMinor - (await paidOf(order.id, trx));
  if (restMinor > 0) {
    await recordStep(trx, order, 'partPaid', by);
    await tell(trx, 'orderChanged', { order, news: { news: 'partPaid', restMinor } }, services);
    return;
  }
  await recordStep(trx, order, 'paid', by);
  const paid = await markOrder(trx, order.id, 'paidAt');
  await issueInvoice(trx, paid);
  const overMinor = -restMinor;
  if (overMinor > 0) await noteOverpaid(trx, order, overMinor);
  await tell(trx, 'orderChanged', { order: paid, news: { news: 'paid', overMinor } }, services);
}

/** Tells the buyer of a paid order that more came than was owed. */
export async function tellTooMuch(trx: Executor, order: OrderRow, by: By, services: Services): Promise<void> {
  const overMinor = await overpaidOf(order, trx);
  await recordStep(trx, order, 'overpaid', by);
  if (overMinor === 0) return;
  await noteOverpaid(trx, order, overMinor);
  await tell(trx, 'orderChanged', { order, news: { news: 'overpaid', overMinor } }, services);
}
