import type { Executor } from '../../server/db/tables.ts';
import { addressFieldsOf } from './addresses.ts';
import type { OrderForAdmin } from './contract/order.ts';
import type { OrderRow } from './order-secret.ts';
import { openProblemsOf } from './payment-problems.ts';
import { canCancel, canReaddress, viewOfOrder } from './read-order.ts';
import { refundableOf } from './refunds.ts';
import { transfersOf } from './take-back-payment.ts';

/** The order as administrators see it. */
export async function forAdmin(order: OrderRow, db: Executor): Promise<OrderForAdmin> {
  const problems = await openProblemsOf(order.id, db);
  const transfers = await transfersOf(order, db);
  const view = await viewOfOrder(order, db);
  return {
    ...view,
    transfers: transfers.map(({ kept, at, ...transfer }) => ({
      ...transfer,
      at: at.toISOString(),
      canTakeBack: !kept && !transfer.takenBack,
    })),
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
