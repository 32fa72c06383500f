import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const cardPayments: Migration = {
  async up(db) {
    await sql`
      create table checkout_sessions (
        id text primary key,
        order_id text not null references orders (id) on delete cascade,
        attempt integer not null,
        amount_minor integer not null check (amount_minor > 0),
        currency text not null,
        created_at timestamptz not null default now(),
        next_ask_at timestamptz not null default now() + interval '5 minutes',
        returned_at timestamptz,
        processing_at timestamptz,
        closed_at timestamptz,
        unique (order_id, attempt)
      )`.execute(db);
    await sql`create index checkout_sessions_open on checkout_sessions (next_ask_at) where closed_at is null`.execute(
      db,
    );
    await sql`
      create table payment_events (
        id text primary key,
        kind text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index payment_events_time on payment_events (created_at)`.execute(db);
    await sql`
      create table payment_problems (
        id text primary key,
        order_id text not null references orders (id) on delete cascade,
        reason text not null,
        amount_minor integer not null,
        currency text not null,
        provider_id text not null,
        created_at timestamptz not null default now(),
        settled_at timestamptz,
        unique (order_id, provider_id, reason)
      )`.execute(db);
    await sql`
      alter table payments
        add column provider_id text,
        add column refund_of text,
        add column request_key text`.execute(db);
    await sql`create index payments_provider on payments (provider_id) where provider_id is not null`.execute(db);
  },
};
