import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { OrderRow } from './order-secret.ts';

/** Whether money came for an order with this address, which was not noted by mistake. Before that it may be somebody else's. */
export async function isAddressConfirmed({ email }: Pick<OrderRow, 'email'>, db: Executor): Promise<boolean> {
  const { rows } = await sql`
    select from orders join payments on payments.order_id = orders.id
    where orders.email = ${email} and kind = 'payment' and not exists (select from payments as mistake where mistake.takes_back = payments.id)
    limit 1`.execute(db);
  return rows.length > 0;
}
