import type { Executor } from '../../server/db/tables.ts';
import { addressFieldsOf } from './addresses.ts';
import type { OrderForAdmin } from './contract/order.ts';
import type { OrderRow } from './order-secret.ts';
import { openProblemsOf } from './payment-problems.ts';
import { canCancel, canReaddress, viewOfOrder } from './read-order.ts';
import { refundableOf } from './refunds.ts';

/** The order as administrators see it. */
export async function forAdmin(order: OrderRow, db: Executor): Promise<OrderForAdmin> {
  const problems = await openProblemsOf(order.id, db);
  const view = await viewOfOrder(order, db);
  return {
    ...view,
    canCancel: canCancel(order, view.paidMinor),
    canReaddress: canReaddress(order),
    address: order.address,
    addressFields: addressFieldsOf(order.address.country),
    cardMinor: (await refundableOf(order.id, db))?.leftMinor ?? 0,
    problems: problems.map(({ createdAt, providerId, ...problem }) => ({
      ...problem,
      reference: providerId,
      at: createdAt.toISOString(),
    })),
  };
}
