import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { tell } from '../notifications/tell.ts';
import { readCurrentSettings } from './current-settings.ts';
import { cancelInvoice } from './invoices.ts';
import { note } from './note-payment.ts';
import type { OrderRow } from './order-secret.ts';
import { type By, cancel, lockGoods, lockOrder, recordOrderAction, recordStep } from './order-steps.ts';
import { owedOf } from './owed.ts';
import { lessenOverpaid } from './payment-problems.ts';
import type { Done } from './payments.ts';
import { isOver, overpaidOf, paidOf } from './read-order.ts';

export type NotTakenBack = 'not-now' | 'packed';

/**
 * Takes back that a transfer was noted, which was not for this order. An order that is not paid without it waits for its payment again,
 * in a new time, and its invoice is cancelled; one that its buyer has withdrawn from ends. The buyer is told, unless nothing was told of the
 * payment. Repeating it changes nothing.
 * @returns `packed`: the goods are packed or gone, so the money is to be asked for; `not-now`: there is no such transfer, or
 * money was paid back since it came
 */
export async function takeBackPayment(
  { uid }: CurrentUser,
  { id, payment }: { id: string; payment: string },
  services: Services,
): Promise<Done | { refused: 'no-order' | NotTakenBack }> {
  return services.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, id);
    if (!order) return { refused: 'no-order' };
    const transfer = (await transfersOf(order, trx)).find((each) => each.id === payment);
    if (!transfer) return { refused: 'not-now' };
    if (transfer.takenBack) return { done: true, already: true };
    if (transfer.kept) return { refused: transfer.kept };
    const { amountMinor, at } = transfer;
    const paidMinor = await paidOf(id, trx);
    const leftMinor = paidMinor - amountMinor;
    const owedMinor = await owedOf(order, trx);
    const by: By = { actor: 'administrator', uid, changes: { paidMinor: [paidMinor, leftMinor] } };
    const { withdrawnAt } = order;
    const isUnpaid = leftMinor < owedMinor && !isOver(order);
    // Of one that is over, or was withdrawn from before, no payment was told.
    const wasTold = !isOver(order) && !(withdrawnAt && withdrawnAt < at);
    // As when its buyer had withdrawn with nothing paid.
    const ends = isUnpaid && withdrawnAt && leftMinor === 0 && !order.packedAt;
    if (ends) await lockGoods(trx, id);
    await note(trx, order, { kind: 'mistake', amountMinor, key: `taken-back:${payment}`, takesBack: payment });
    await lessenOverpaid(trx, order, await overpaidOf(order, trx));
    await (wasTold ? recordStep(trx, order, 'takenBack', by) : recordOrderAction(trx, order, 'takenBack', by));
    const cancelsInvoice = isUnpaid && order.paidAt !== null;
    if (cancelsInvoice) await cancelInvoice(trx, order);
    const left = isUnpaid ? await awaitPayment(trx, order) : order;
    if (ends) await cancel(trx, left, { actor: 'administrator', uid });
    const restMinor = owedMinor - leftMinor;
    const news = { news: 'takenBack', amountMinor, restMinor, cancelsInvoice } as const;
    if (wasTold) await tell(trx, 'orderChanged', { order: left, news }, services);
    publish({ kind: 'mail' }, { kind: 'products' });
    return { done: true };
  });
}

/** The buyer has as many days as for a new order. */
async function awaitPayment(trx: Executor, { id }: OrderRow): Promise<OrderRow> {
  const { unpaidDays } = await readCurrentSettings(trx);
  return trx
    .updateTable('orders')
    .set({ paidAt: null, dueAt: sql<Date>`greatest(due_at, now() + make_interval(days => ${unpaidDays}))` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** `kept`: why it cannot be taken back. */
export type Transfer = {
  id: string;
  amountMinor: number;
  at: Date;
  takenBack: boolean;
  kept: NotTakenBack | undefined;
};

/** The transfers that were noted for an order, in their order. */
export async function transfersOf(order: OrderRow, db: Executor): Promise<Transfer[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('payments as mistake', 'mistake.takesBack', 'payments.id')
    .select(['payments.id', 'payments.amountMinor', 'payments.createdAt as at', 'mistake.id as mistakeId'])
    .where('payments.orderId', '=', order.id)
    .where('payments.kind', '=', 'payment')
    .where('payments.providerId', 'is', null)
    .where('payments.refundOf', 'is', null)
    .orderBy('payments.createdAt')
    .orderBy('payments.id')
    .execute();
  const paidMinor = await paidOf(order.id, db);
  const owedMinor = await owedOf(order, db);
  const { at: refundedAt = null } = (await lastRefundOf(order.id, db)) ?? {};
  return rows.map(({ mistakeId, ...transfer }) => ({
    ...transfer,
    takenBack: mistakeId !== null,
    kept: whyKept(order, { ...transfer, paidMinor, owedMinor, refundedAt }),
  }));
}

function lastRefundOf(orderId: string, db: Executor) {
  return db
    .selectFrom('payments')
    .select('createdAt as at')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'refund')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Counted = Pick<Transfer, 'amountMinor' | 'at'> & { paidMinor: number; owedMinor: number; refundedAt: Date | null };

function whyKept(order: OrderRow, counted: Counted): NotTakenBack | undefined {
  const { amountMinor, at, paidMinor, owedMinor, refundedAt } = counted;
  if (amountMinor > paidMinor || (refundedAt && refundedAt >= at)) return 'not-now';
  if (isOver(order) || !order.paidAt || paidMinor - amountMinor >= owedMinor) return undefined;
  if (owedMinor < order.totalMinor) return 'not-now';
  return order.packedAt && !order.withdrawnAt ? 'packed' : undefined;
}
