import { sql } from 'kysely';
import { deleteInChunks } from '../../server/db/delete-in-chunks.ts';
import type { Services } from '../../server/services.ts';
import { tell } from '../notifications/tell.ts';
import { cancel, lockOrder } from './order-steps.ts';

/** Cancels the orders of which nothing was paid in time, gives their stock back and tells their buyers. */
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
    await tell(trx, 'orderChanged', { order, news: { news: 'lapsed' } }, services);
    publish({ kind: 'mail' }, { kind: 'products' });
    return true;
  });
}

/** Accounts are kept for ten years after the year's end. */
const keptYears = 11;

export async function deleteOldOrders({ db }: Services): Promise<void> {
  const end = sql`now() - make_interval(years => ${keptYears})`;
  await deleteInChunks(db, { table: 'orders', time: sql`created_at`, end });
}
