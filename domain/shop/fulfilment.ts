import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { insertBatch } from '../items/blank-tags.ts';
import { mailOrderNews, type OrderNews } from './order-mails.ts';
import type { OrderRow } from './order-secret.ts';
import { type By, cancel, lockOrder, markOrder, recordStep } from './order-steps.ts';
import type { Done, NotDone } from './payments.ts';
import { linesOf, paidOf } from './read-order.ts';

/** Makes the tags of a paid order, once. */
export function packOrder(admin: CurrentUser, id: string, installation: Installation): Promise<Done | NotDone> {
  return changeOrder(admin, id, installation, async (trx, order, by) => {
    if (order.packedAt && !order.cancelledAt) return 'unchanged';
    if (!order.paidAt || isOver(order)) return 'not-now';
    const lines = await linesOf(id, trx);
    const count = lines.reduce((sum, { quantity, tagsEach }) => sum + quantity * tagsEach, 0);
    if (count > 0) await insertBatch(trx, { ownerId: null, orderId: id, creationKey: `order:${id}`, count });
    await recordStep(trx, id, 'packed', by);
    await markOrder(trx, id, 'packedAt');
    return { news: 'packed' };
  });
}

export function shipOrder(
  admin: CurrentUser,
  { id, carrier, tracking }: { id: string; carrier: string; tracking: string },
  installation: Installation,
): Promise<Done | NotDone> {
  return changeOrder(admin, id, installation, async (trx, order, by) => {
    if (order.shippedAt) return 'unchanged';
    if (!order.packedAt || isOver(order)) return 'not-now';
    await trx.insertInto('shipments').values({ orderId: id, carrier, tracking }).execute();
    await recordStep(trx, id, 'shipped', by);
    await markOrder(trx, id, 'shippedAt');
    return { news: 'shipped', carrier, tracking };
  });
}

export function deliverOrder(admin: CurrentUser, id: string, installation: Installation): Promise<Done | NotDone> {
  return changeOrder(admin, id, installation, async (trx, order, by) => {
    if (order.deliveredAt) return 'unchanged';
    if (!order.shippedAt || isOver(order)) return 'not-now';
    await recordStep(trx, id, 'delivered', by);
    await markOrder(trx, id, 'deliveredAt');
    return { news: 'delivered' };
  });
}

/** Cancels an order that nothing was paid of. What was paid is refunded instead. */
export function cancelOrder(admin: CurrentUser, id: string, installation: Installation): Promise<Done | NotDone> {
  return changeOrder(admin, id, installation, async (trx, order, by, publish) => {
    if (order.cancelledAt) return 'unchanged';
    if (order.paidAt || (await paidOf(id, trx)) > 0) return 'not-now';
    await cancel(trx, order, by);
    publish({ kind: 'products' });
    return { news: 'cancelled' };
  });
}

const isOver = ({ cancelledAt, refundedAt }: OrderRow) => cancelledAt !== null || refundedAt !== null;

type Change = (
  trx: Executor,
  order: OrderRow,
  by: By,
  publish: Publish,
) => Promise<OrderNews | 'unchanged' | 'not-now'>;

/** Changes an order and tells its buyer, in one transaction. */
async function changeOrder(
  { uid }: CurrentUser,
  id: string,
  installation: Installation,
  change: Change,
): Promise<Done | NotDone> {
  return installation.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, id);
    if (!order) return { refused: 'no-order' };
    const news = await change(trx, order, { actor: 'administrator', uid }, publish);
    if (news === 'not-now') return { refused: 'not-now' };
    if (news === 'unchanged') return { done: true };
    await mailOrderNews(trx, order, news, installation);
    publish({ kind: 'mail' });
    return { done: true };
  });
}
