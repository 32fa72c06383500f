import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Orders of the shop, their payments and invoices. What was ordered and what was invoiced cannot be changed, only corrected. */
export const orders: Migration = {
  async up(db) {
    await sql`
      create table orders (
        id text primary key,
        number integer generated always as identity (start with 1001) unique,
        creation_key text not null unique,
        secret_version integer not null default 1,
        email text not null,
        language text not null,
        network_key text,
        address jsonb not null,
        currency text not null,
        items_minor integer not null check (items_minor >= 0),
        delivery_minor integer not null check (delivery_minor >= 0),
        total_minor integer not null check (total_minor = items_minor + delivery_minor),
        tax_scheme text not null,
        tax_rate integer not null,
        tax_minor integer not null check (tax_minor between 0 and total_minor),
        delivery_days jsonb not null,
        due_at timestamptz not null,
        created_at timestamptz not null default now(),
        paid_at timestamptz,
        packed_at timestamptz,
        shipped_at timestamptz,
        delivered_at timestamptz,
        withdrawn_at timestamptz,
        cancelled_at timestamptz,
        refunded_at timestamptz
      )`.execute(db);
    await sql`create index orders_page on orders (created_at desc, id desc)`.execute(db);
    await sql`create index orders_email on orders (email, created_at desc)`.execute(db);
    const unpaid = sql`paid_at is null and cancelled_at is null`;
    await sql`create index orders_due on orders (due_at) where ${unpaid}`.execute(db);
    await sql`create index orders_network on orders (network_key) where ${unpaid}`.execute(db);
    await sql`
      create table order_lines (
        order_id text not null references orders (id) on delete cascade,
        position integer not null,
        product_id text not null references products (id),
        name text not null,
        quantity integer not null check (quantity > 0),
        unit_minor integer not null check (unit_minor >= 0),
        total_minor integer not null check (total_minor = quantity * unit_minor),
        tags_each integer not null,
        takes_stock boolean not null,
        primary key (order_id, position)
      )`.execute(db);
    await sql`create index order_lines_product on order_lines (product_id)`.execute(db);
    await sql`
      create table order_events (
        id bigint generated always as identity primary key,
        order_id text not null references orders (id) on delete cascade,
        kind text not null,
        actor text not null,
        actor_uid text,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index order_events_order on order_events (order_id, id)`.execute(db);
    await sql`
      create table payments (
        id text primary key,
        order_id text not null references orders (id) on delete cascade,
        creation_key text not null unique,
        kind text not null check (kind in ('payment', 'refund')),
        amount_minor integer not null check (amount_minor > 0),
        currency text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index payments_order on payments (order_id, created_at)`.execute(db);
    await sql`
      create table shipments (
        order_id text primary key references orders (id) on delete cascade,
        carrier text not null,
        tracking text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table invoices (
        number integer primary key,
        order_id text not null references orders (id) on delete cascade,
        kind text not null check (kind in ('invoice', 'credit-note')),
        content jsonb not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index invoices_order on invoices (order_id)`.execute(db);
    await sql`create table invoice_counter (name text primary key, last integer not null)`.execute(db);
    await sql`
      create function refuse_change() returns trigger language plpgsql as $$ begin
        raise exception 'rows of % are never changed', tg_table_name;
      end $$`.execute(db);
    for (const table of ['order_lines', 'order_events', 'payments', 'invoices']) {
      await sql`
        create trigger never_changed before update on ${sql.table(table)}
        for each row execute function refuse_change()`.execute(db);
    }
    await sql`alter table tag_batches add column order_id text unique references orders (id) on delete set null`.execute(
      db,
    );
  },
};
