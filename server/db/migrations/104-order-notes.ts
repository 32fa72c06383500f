import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What administrators note of an order, who noted a payment, and a way to the payments of some days. */
export const orderNotes: Migration = {
  async up(db) {
    await sql`
      create table order_notes (
        id text primary key, order_id text not null references orders (id) on delete cascade, text text not null,
        actor_uid text, created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index order_notes_order on order_notes (order_id, created_at)`.execute(db);
    await sql`alter table payments add column actor_uid text`.execute(db);
    await sql`alter table payments disable trigger never_changed`.execute(db);
    await sql`
      update payments set actor_uid = order_events.actor_uid from order_events
      where order_events.order_id = payments.order_id and order_events.created_at = payments.created_at`.execute(db);
    await sql`alter table payments enable trigger never_changed`.execute(db);
    await sql`create index payments_time on payments (created_at)`.execute(db);
    await sql`create index orders_paid on orders (paid_at) where paid_at is not null`.execute(db);
  },
};
