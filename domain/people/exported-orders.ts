import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { isOrderOf } from '../accounts/account-rows.ts';
import { byTime } from '../lists/row-chunks.ts';

export async function* ordersOf(uid: string, db: Services['db']): AsyncGenerator<unknown[]> {
  for await (const rows of byTime(db.selectFrom('orders').selectAll().where(isOrderOf(uid)))) {
    const whole = rows.map(async ({ creationKey: _key, networkKey: _network, secretVersion: _version, ...order }) => {
      const parts = Object.entries(partsOfOrders).map(async ([name, table]) => [
        name,
        await partsOfOrder(table, order.id, db),
      ]);
      return { ...order, ...Object.fromEntries(await Promise.all(parts)) };
    });
    yield await Promise.all(whole);
  }
}

export async function* invoicesOf(uid: string, db: Services['db']) {
  for await (const orders of byTime(db.selectFrom('orders').selectAll().where(isOrderOf(uid)))) {
    const ids = orders.map(({ id }) => id);
    yield* await db.selectFrom('invoices').select(['orderId', 'number']).where('orderId', 'in', ids).execute();
  }
}

const partsOfOrders = {
  lines: 'order_lines',
  events: 'order_events',
  payments: 'payments',
  shipments: 'shipments',
  invoices: 'invoices',
  paymentPages: 'checkout_sessions',
  paymentsLookedAt: 'payment_problems',
  reviews: 'reviews',
  notes: 'order_notes',
};

const notTold = ['orderId', 'takesStock', 'actorUid', 'creationKey', 'nextAskAt', 'requestKey', 'version'];

async function partsOfOrder(table: string, orderId: string, db: Services['db']) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where order_id = ${orderId}`.execute(db);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !notTold.includes(name))));
}
