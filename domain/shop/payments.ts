import { randomUUID } from 'node:crypto';
import { wordsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { checkPassword, type PasswordCheck } from '../accounts/password.ts';
import { issueCreditNote, issueInvoice } from './invoices.ts';
import { mailOrderNews } from './order-mails.ts';
import type { OrderRow } from './order-secret.ts';
import { cancel, lockOrder, markOrder, recordStep } from './order-steps.ts';
import { paidOf } from './read-order.ts';

type Amount = { id: string; amountMinor: number; key: string };

/** What may not be done with an order in its state. */
export type NotDone =
  | { refused: 'no-order' | 'not-now' }
  | { refused: 'too-much'; mostMinor: number; currency: string };

export type Done = { done: true };

/** Notes money that came. With the rest of it the order is paid, and its invoice issued. The same `key` notes it once. */
export async function confirmPayment(
  { uid }: CurrentUser,
  { id, amountMinor, key }: Amount,
  installation: Installation,
): Promise<Done | NotDone> {
  return installation.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, id);
    if (!order) return { refused: 'no-order' };
    if (await wasNoted(trx, order, key)) return { done: true };
    if (order.cancelledAt || order.paidAt) return { refused: 'not-now' };
    await note(trx, order, { kind: 'payment', amountMinor, key });
    const restMinor = order.totalMinor - (await paidOf(id, trx));
    const by = { actor: 'administrator' as const, uid };
    if (restMinor > 0) {
      await recordStep(trx, id, 'partPaid', by);
      await mailOrderNews(trx, order, { news: 'partPaid', restMinor }, installation);
    } else {
      await recordStep(trx, id, 'paid', by);
      const paid = await markOrder(trx, id, 'paidAt');
      await issueInvoice(trx, paid);
      await mailOrderNews(trx, paid, { news: 'paid' }, installation);
    }
    publish({ kind: 'mail' });
    return { done: true };
  });
}

/**
 * Notes money that was paid back, with a credit note where there is an invoice. With all of it the order is refunded; when it was not
 * sent yet, it is cancelled too. Asks for the administrator's password. The same `key` notes it once.
 */
export async function refundOrder(
  admin: CurrentUser,
  { id, amountMinor, key, password }: Amount & { password: string },
  installation: Installation,
): Promise<Done | NotDone | Exclude<PasswordCheck, { right: true }>> {
  const checked = await checkPassword(admin, password, installation);
  if (!checked.right) return checked;
  return installation.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, id);
    if (!order) return { refused: 'no-order' };
    if (await wasNoted(trx, order, key)) return { done: true };
    const paidMinor = await paidOf(id, trx);
    if (paidMinor < 1) return { refused: 'not-now' };
    if (amountMinor > paidMinor) return { refused: 'too-much', mostMinor: paidMinor, currency: order.currency };
    await note(trx, order, { kind: 'refund', amountMinor, key });
    const by = { actor: 'administrator' as const, uid: admin.uid };
    const name = wordsIn(order.language)('invoicePage.refund', { number: String(order.number) });
    if (order.paidAt) await issueCreditNote(trx, order, { amountMinor, name });
    await recordStep(trx, id, amountMinor < paidMinor ? 'partRefunded' : 'refunded', by);
    if (amountMinor === paidMinor) {
      if (!order.shippedAt && !order.cancelledAt) await cancel(trx, order, by);
      await markOrder(trx, id, 'refundedAt');
    }
    await mailOrderNews(trx, order, { news: 'refunded', amountMinor }, installation);
    publish({ kind: 'mail' }, { kind: 'products' });
    return { done: true };
  });
}

async function wasNoted(trx: Executor, { id }: OrderRow, key: string): Promise<boolean> {
  const creationKey = keyOf(id, key);
  const row = await trx.selectFrom('payments').select('id').where('creationKey', '=', creationKey).executeTakeFirst();
  return row !== undefined;
}

type Noted = { kind: 'payment' | 'refund'; amountMinor: number; key: string };

async function note(trx: Executor, { id, currency }: OrderRow, { key, ...payment }: Noted): Promise<void> {
  await trx
    .insertInto('payments')
    .values({ ...payment, id: randomUUID(), orderId: id, creationKey: keyOf(id, key), currency })
    .execute();
}

const keyOf = (orderId: string, key: string) => `${orderId}:${key}`;
