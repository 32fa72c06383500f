import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { orderMails } from './order-mails.ts';
import { cancel, changeOrder, lockOrder, markOrder, recordStep } from './order-steps.ts';
import { paidOf } from './order-sums.ts';
import { canCancel, canWithdraw, openOrder } from './orders.ts';

/** The buyer withdraws from the contract. What nothing was paid of is cancelled at once. Repeating it changes nothing. */
export async function withdrawOrder(secret: string, services: Services): Promise<'done' | 'no-order' | 'too-late'> {
  const opened = await openOrder(secret, services);
  if (!opened) return 'no-order';
  return services.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, opened.id);
    if (!order) return 'no-order';
    if (order.withdrawnAt) return 'done';
    if (!canWithdraw(order)) return 'too-late';
    const by = { actor: 'buyer' } as const;
    await recordStep(trx, order, 'withdrawn', by);
    const withdrawn = await markOrder(trx, order.id, 'withdrawnAt');
    const paidMinor = await paidOf(order.id, trx);
    const owesNothing = !order.paidAt || order.totalMinor === 0;
    if (owesNothing && paidMinor === 0 && !order.packedAt) await cancel(trx, order, by);
    const at = withdrawn.withdrawnAt ?? new Date();
    const news = { news: 'withdrawn', at, paidMinor } as const;
    await orderMails.withdrawn(trx, { order: withdrawn, news }, services);
    publish({ kind: 'products' });
    return 'done';
  });
}

export async function cancelUnpaidOrders(services: Services): Promise<void> {
  while (await cancelNext(services));
}

/** Due, with no payment that was not taken back, not even one that is on its way. What was withdrawn from ends otherwise. */
const isUnpaid = sql<boolean>`due_at <= now() and paid_at is null and cancelled_at is null and withdrawn_at is null
  and not exists (
    select from payments where order_id = orders.id and kind = 'payment'
      and not exists (select from payments as mistake where mistake.takes_back = payments.id)
  )
  and not exists (
    select from checkout_sessions where order_id = orders.id and processing_at is not null and closed_at is null
  )`;

async function cancelNext(services: Services): Promise<boolean> {
  return services.events.transaction(async (trx, publish) => {
    const due = await trx
      .selectFrom('orders')
      .select('id')
      .where(isUnpaid)
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const order = due && (await lockOrder(trx, due.id));
    if (!order) return false;
    // A payment that was stored just before the lock was not seen.
    const unpaid = await trx.selectFrom('orders').select('id').where('id', '=', order.id).where(isUnpaid).execute();
    if (unpaid.length === 0) return true;
    await cancel(trx, order, { actor: 'clock' });
    await orderMails.changed(trx, { order, news: { news: 'lapsed' } }, services);
    publish({ kind: 'products' });
    return true;
  });
}

/** Accounts are kept for ten years after the year's end. */
const keptYears = 11;

export async function deleteOldOrders({ db }: Services): Promise<void> {
  const end = sql`now() - make_interval(years => ${keptYears})`;
  await deleteInChunks(db, { table: 'orders', time: sql`created_at`, end });
}

/** Cancels an order of which nothing is to be paid back. What was paid is refunded instead. */
export function cancelOrder(admin: CurrentUser, { id }: { id: string }, services: Services) {
  return changeOrder<'not-now'>(admin, id, services, async (trx, order, by, publish) => {
    if (order.cancelledAt) return 'unchanged';
    if (!canCancel(order, await paidOf(id, trx))) return 'not-now';
    await cancel(trx, order, by);
    publish({ kind: 'products' });
    return { news: 'cancelled', isFree: order.totalMinor === 0 };
  });
}
