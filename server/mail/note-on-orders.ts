import { type RawBuilder, sql } from 'kysely';

export const orderPurpose = 'order';

/** Notes once on each order that is under way for these addresses (`to_address`) that its buyer gets no mail. */
export function noteOnOrders(addresses: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into order_events (order_id, kind, actor)
    select orders.id, 'mailFailed', 'clock' from orders
    where email in (select lower(to_address) from (${addresses}) as failed)
      and delivered_at is null and cancelled_at is null and refunded_at is null
      and not exists (select from order_events where order_id = orders.id and kind = 'mailFailed')`;
}
