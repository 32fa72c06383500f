import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const state = sql`(case
  when refunded_at is not null then 'refunded' when cancelled_at is not null then 'cancelled'
  when delivered_at is not null then 'delivered' when shipped_at is not null then 'shipped'
  when packed_at is not null then 'packed' when paid_at is not null then 'paid' else 'placed' end)`;

export const ordersAtOnce: Migration = {
  async up(db) {
    await sql`create index orders_email_sorted on orders (email, id)`.execute(db);
    await sql`create index orders_total on orders (total_minor, id)`.execute(db);
    await sql`create index orders_state_created on orders (${state}, created_at, id)`.execute(db);
    await sql`create index orders_state_email on orders (${state}, email, id)`.execute(db);
    await sql`create index orders_state_total on orders (${state}, total_minor, id)`.execute(db);
    await sql`create index orders_email_start on orders (email text_pattern_ops)`.execute(db);
    await sql`create index orders_name_start on orders (lower(address ->> 'name') text_pattern_ops)`.execute(db);
    await sql`
      create index orders_last_name_start on orders
      (lower(regexp_replace(address ->> 'name', '^.* ', '')) text_pattern_ops)`.execute(db);
    await sql`alter table products add column low_stock integer not null default 3 check (low_stock >= 0)`.execute(db);
    await sql`drop index products_low`.execute(db);
    await sql`
      create index products_low on products (updated_at)
      where stock <= low_stock and hidden_at is null and archived_at is null`.execute(db);
  },
};
