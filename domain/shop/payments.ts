import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { recordAction } from '../audit/record-action.ts';
import { mostMinor } from './contract/order.ts';
import { readCurrentSettings } from './current-settings.ts';
import { cancelInvoice } from './invoices.ts';
import { lessenOverpaid, note, settleProblem, tellPayment, tellTooMuch, wasNoted } from './note-payment.ts';
import { orderMails } from './order-mails.ts';
import { cancel, onOrder, recordOrderAction, recordStep, type StepBy, type StepDone } from './order-steps.ts';
import { type NotTakenBack, overpaidOf, owedOf, paidOf, paymentsOf } from './order-sums.ts';
import { isOver, type OrderRow } from './orders.ts';
import { lockGoods } from './stock.ts';

export type Amount = { id: string; amountMinor: number; key: string };

/** What may not be done with an order in its state, or was not done by the payment service. */
export type NotDone =
  | { refused: 'no-order' | 'not-now' | 'payments-away' | 'payments-refused' }
  | { refused: 'too-much' | 'too-much-noted'; mostMinor: number; currency: string }
  | { refused: 'more-than-owed'; overMinor: number; paidMinor: number; currency: string }
  | { refused: 'refunded-before'; missedMinor: number; currency: string };

/**
 * Notes money that came, once a `key`: the rest of it pays the order; of an order that is over it is only noted, to be paid back.
 * @param overMinor how much more than is owed the administrator knows it to be: the buyer is told that this is paid back
 */
export async function confirmPayment(
  { uid }: CurrentUser,
  { id, amountMinor, key, overMinor: known }: Amount & { overMinor: number },
  services: Services,
): Promise<StepDone | NotDone> {
  return onOrder(id, services, async (trx, order) => {
    if (await wasNoted(trx, order, key)) return { done: true };
    const isEnded = isOver(order) || order.withdrawnAt !== null;
    const paidMinor = await paidOf(id, trx);
    const noteMinor = mostMinor - paidMinor;
    if (amountMinor > noteMinor) return { refused: 'too-much-noted', mostMinor: noteMinor, currency: order.currency };
    const restMinor = isEnded ? 0 : Math.max(0, (await owedOf(order, trx)) - paidMinor);
    const overMinor = Math.max(0, amountMinor - restMinor);
    if (overMinor !== known) return { refused: 'more-than-owed', overMinor, paidMinor, currency: order.currency };
    const changes: AuditChanges = { paidMinor: [paidMinor, paidMinor + amountMinor] };
    await note(trx, order, { kind: 'payment', amountMinor, key, actorUid: uid });
    if (isEnded) {
      await recordAction(trx, { by: { uid }, act: 'confirmPayment', id, changes });
      return { done: true };
    }
    const by = { actor: 'administrator', uid, changes } as const;
    await (order.paidAt ? tellTooMuch(trx, order, by, services) : tellPayment(trx, order, by, services));
    return { done: true };
  });
}

export async function confirmRest(
  { uid }: CurrentUser,
  id: string,
  services: Services,
): Promise<StepDone | { refused: 'no-order' | 'not-now' }> {
  return onOrder(id, services, async (trx, order) => {
    if (order.paidAt && !order.cancelledAt) return { done: true, already: true };
    if (order.cancelledAt || order.withdrawnAt) return { refused: 'not-now' };
    const paidMinor = await paidOf(id, trx);
    const amountMinor = order.totalMinor - paidMinor;
    const key = `rest:${randomUUID()}`;
    if (amountMinor > 0) await note(trx, order, { kind: 'payment', amountMinor, key, actorUid: uid });
    const changes: AuditChanges = { paidMinor: [paidMinor, paidMinor + Math.max(amountMinor, 0)] };
    await tellPayment(trx, order, { actor: 'administrator', uid, changes }, services);
    return { done: true };
  });
}

/** Settles a payment that was to be looked at. An unpaid order of which enough is there is paid then. */
export async function acceptPayment(
  { uid }: CurrentUser,
  { id, problem }: { id: string; problem: string },
  services: Services,
): Promise<StepDone | NotDone> {
  return onOrder(id, services, async (trx, order) => {
    const settled = await settleProblem(trx, order, problem);
    if (settled === 'unknown') return { refused: 'not-now' };
    if (settled === 'settled-before') return { done: true };
    const changes: AuditChanges = { payment: [null, problem], settled: [false, true] };
    await recordAction(trx, { by: { uid }, act: 'acceptPayment', id, changes });
    const enough = (await paidOf(id, trx)) >= order.totalMinor;
    if (enough && !order.paidAt && !order.cancelledAt && !order.withdrawnAt) {
      await tellPayment(trx, order, { actor: 'administrator', uid }, services);
    }
    return { done: true };
  });
}

/**
 * Takes back a transfer that was not for this order: without it an unpaid order waits again, in a new time, or ends if withdrawn from.
 * @returns `packed`: the goods are packed or gone; `not-now`: there is no such transfer, or money was paid back since it came
 */
export async function takeBackPayment(
  { uid }: CurrentUser,
  { id, payment }: { id: string; payment: string },
  services: Services,
): Promise<StepDone | { refused: 'no-order' | NotTakenBack }> {
  return onOrder(id, services, async (trx, order, publish) => {
    const transfer = (await paymentsOf(order, trx)).find((each) => each.id === payment);
    if (!transfer) return { refused: 'not-now' };
    if (transfer.takenBack) return { done: true, already: true };
    if (transfer.kept) return { refused: transfer.kept };
    const { amountMinor, at } = transfer;
    const paidMinor = await paidOf(id, trx);
    const leftMinor = paidMinor - amountMinor;
    const owedMinor = await owedOf(order, trx);
    const by: StepBy = { actor: 'administrator', uid, changes: { paidMinor: [paidMinor, leftMinor] } };
    const { withdrawnAt } = order;
    const isUnpaid = leftMinor < owedMinor && !isOver(order);
    // Of one that is over, or was withdrawn from before, no payment was told.
    const wasTold = !isOver(order) && !(withdrawnAt && withdrawnAt < at);
    // As when its buyer had withdrawn with nothing paid.
    const ends = isUnpaid && withdrawnAt && leftMinor === 0 && !order.packedAt;
    if (ends) await lockGoods(trx, id);
    const key = `taken-back:${payment}`;
    await note(trx, order, { kind: 'mistake', amountMinor, key, takesBack: payment, actorUid: uid });
    await lessenOverpaid(trx, order, await overpaidOf(order, trx));
    await (wasTold ? recordStep(trx, order, 'takenBack', by) : recordOrderAction(trx, order, 'takenBack', by));
    const cancelsInvoice = isUnpaid && order.paidAt !== null;
    if (cancelsInvoice) await cancelInvoice(trx, order);
    const left = isUnpaid ? await awaitPayment(trx, order) : order;
    if (ends) await cancel(trx, left, { actor: 'administrator', uid });
    const restMinor = owedMinor - leftMinor;
    const news = { news: 'takenBack', amountMinor, restMinor, cancelsInvoice } as const;
    if (wasTold) await orderMails.changed(trx, { order: left, news }, services);
    publish({ kind: 'products' });
    return { done: true };
  });
}

/** The buyer has as many days as for a new order. */
async function awaitPayment(trx: Executor, { id }: OrderRow): Promise<OrderRow> {
  const { unpaidDays } = await readCurrentSettings(trx);
  const changes = { paidAt: null, dueAt: sql<Date>`greatest(due_at, now() + make_interval(days => ${unpaidDays}))` };
  return trx.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
