import { hasChanged } from '../../server/db/statements.ts';
import type { PostalAddress } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { changesBetween, recordAction } from '../audit/record-action.ts';
import { type Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { insertTagBatch } from '../items/make-tags.ts';
import { isSameDestination } from './contract/delivery.ts';
import { postalAddress } from './contract/order.ts';
import { readCurrentSettings } from './current-settings.ts';
import { changeOrder, markOrder, recordStep, type StepDone } from './order-steps.ts';
import { isAddressConfirmed, linesOf } from './order-sums.ts';
import { canReaddress, isOver, lastDayOfWithdrawal } from './orders.ts';

/** Makes the tags of a paid order, once; not when its buyer has withdrawn. */
export function packOrder(admin: CurrentUser, { id }: { id: string }, services: Services) {
  return changeOrder<'not-now' | 'withdrawn'>(admin, id, services, async (trx, order, by) => {
    if (order.packedAt && !order.cancelledAt) return 'unchanged';
    if (!order.paidAt || isOver(order)) return 'not-now';
    if (order.withdrawnAt) return 'withdrawn';
    const count = await orderedTags(id, trx);
    if (count > 0) await insertTagBatch(trx, { ownerId: null, orderId: id, creationKey: `order:${id}`, count });
    await recordStep(trx, order, 'packed', by);
    await markOrder(trx, id, 'packedAt');
    return { news: 'packed' };
  });
}

export type NotPackedWith =
  | { refused: 'no-order' | 'not-now' | 'withdrawn' | 'no-batch' | 'not-blank' }
  | { refused: 'wrong-number'; ordered: number; made: number };

export async function packOrderWith(
  admin: CurrentUser,
  { batch: batchId, number }: { batch: string; number: number },
  services: Services,
): Promise<StepDone | NotPackedWith> {
  const { db } = services;
  const batch = await db
    .selectFrom('tagBatches')
    .select(['orderId', 'made'])
    .where('id', '=', batchId)
    .where('ownerId', 'is', null)
    .executeTakeFirst();
  if (!batch) return { refused: 'no-batch' };
  const order = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst();
  if (!order) return { refused: 'no-order' };
  const ordered = await orderedTags(order.id, db);
  if (ordered !== batch.made) return { refused: 'wrong-number', ordered, made: batch.made };
  return changeOrder<'not-now' | 'withdrawn' | 'not-blank'>(admin, order.id, services, async (trx, locked, by) => {
    if (locked.packedAt && batch.orderId === order.id) return 'unchanged';
    if (locked.packedAt || !locked.paidAt || isOver(locked)) return 'not-now';
    if (locked.withdrawnAt) return 'withdrawn';
    if (!(await takeTagBatch(trx, batchId, order.id))) return 'not-blank';
    await recordAction(trx, { by: admin, act: 'assignTagBatch', id: batchId, changes: { order: [null, number] } });
    await recordStep(trx, locked, 'packed', by);
    await markOrder(trx, order.id, 'packedAt');
    return { news: 'packed' };
  });
}

/** Only a batch that is finished, and whose tags are all unassigned. */
async function takeTagBatch(trx: Executor, batch: string, orderId: string): Promise<boolean> {
  const inUse = trx
    .selectFrom('tags')
    .select('code')
    .where('batchId', '=', batch)
    .where(({ eb, or }) => or([eb('status', '!=', 'blank'), eb('frozenAt', 'is not', null)]));
  return hasChanged(
    trx
      .updateTable('tagBatches')
      .set({ orderId })
      .where('id', '=', batch)
      .where('orderId', 'is', null)
      .where(({ eb, or }) => or([eb('finishedAt', 'is not', null), eb('cancelledAt', 'is not', null)]))
      .where(({ not, exists }) => not(exists(inUse))),
  );
}

async function orderedTags(id: string, db: Executor): Promise<number> {
  const lines = await linesOf(id, db).select(['quantity', 'tagsEach']).execute();
  return lines.reduce((sum, { quantity, tagsEach }) => sum + quantity * tagsEach, 0);
}

/** @param withdrawn the administrator knows that the buyer has withdrawn: the parcel was gone already */
export function shipOrder(
  admin: CurrentUser,
  { id, carrier, tracking, withdrawn }: { id: string; carrier: string; tracking: string; withdrawn: boolean },
  services: Services,
): Promise<StepDone | { refused: 'no-order' | 'not-now' | 'withdrawn' }> {
  return changeOrder<'not-now' | 'withdrawn'>(admin, id, services, async (trx, order, by) => {
    if (order.shippedAt) return (await isShippedAs(trx, id, carrier, tracking)) ? 'unchanged' : 'not-now';
    if (!order.packedAt || isOver(order)) return 'not-now';
    if (order.withdrawnAt && !withdrawn) return 'withdrawn';
    await trx.insertInto('shipments').values({ orderId: id, carrier, tracking }).execute();
    await recordStep(trx, order, 'shipped', by);
    await markOrder(trx, id, 'shippedAt');
    return { news: 'shipped', carrier, tracking };
  });
}

/** Two administrators at once may each name another carrier: the second one is told. */
async function isShippedAs(trx: Executor, orderId: string, carrier: string, tracking: string): Promise<boolean> {
  const shipment = await trx
    .selectFrom('shipments')
    .select(['carrier', 'tracking'])
    .where('orderId', '=', orderId)
    .executeTakeFirst();
  return shipment?.carrier === carrier && shipment.tracking === tracking;
}

export function deliverOrder(admin: CurrentUser, { id }: { id: string }, services: Services) {
  return changeOrder<'not-now'>(admin, id, services, async (trx, order, by) => {
    if (order.deliveredAt) return 'unchanged';
    if (!order.shippedAt || isOver(order)) return 'not-now';
    await recordStep(trx, order, 'delivered', by);
    const { deliveredAt, withdrawnAt } = await markOrder(trx, id, 'deliveredAt');
    return { news: 'delivered', withdrawUntil: withdrawnAt ? null : deliveredAt && lastDayOfWithdrawal(deliveredAt) };
  });
}

export type NotReaddressed = 'not-now' | 'other-country' | Conflict;

/** Sends an order that is still here to another address in its country, and in no territory that has other rules: VAT and delivery go by them. */
export function changeOrderAddress(
  admin: CurrentUser,
  { id, address, from }: { id: string; address: PostalAddress; from?: Fields | undefined },
  services: Services,
): Promise<StepDone | { refused: 'no-order' | NotReaddressed }> {
  return changeOrder<NotReaddressed>(admin, id, services, async (trx, order, by) => {
    const settings = { ...(await readCurrentSettings(trx)), taxScheme: order.taxScheme };
    if (!isSameDestination(address, order.address, settings)) return 'other-country';
    const changed = Object.keys(changesBetween(order.address, address));
    if (changed.length === 0) return 'unchanged';
    if (!canReaddress(order)) return 'not-now';
    // Administrators see it through this schema.
    const conflict = conflictOf({ address: postalAddress.parse(order.address) }, { address }, from);
    if (conflict) return conflict;
    // The audit names the fields that changed, and not where somebody lives.
    await recordStep(trx, order, 'readdressed', { ...by, changes: { address: [null, changed.join(', ')] } });
    await trx
      .updateTable('orders')
      .set({ address: JSON.stringify(address) })
      .where('id', '=', id)
      .execute();
    return { news: 'readdressed', address, isConfirmed: await isAddressConfirmed(order, trx) };
  });
}
