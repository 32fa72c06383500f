import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const operation: Migration = {
  async up(db) {
    await sql`
      create table settings (
        key text primary key,
        value jsonb not null,
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table outgoing_mails (
        id bigint generated always as identity primary key,
        message_id text not null unique,
        purpose text not null,
        to_name text not null,
        to_address text not null,
        subject text not null,
        text text not null,
        html text not null,
        created_at timestamptz not null default now(),
        send_after timestamptz not null default now(),
        leased_until timestamptz,
        attempts integer not null default 0,
        sent_at timestamptz,
        failed_at timestamptz,
        last_error text
      )`.execute(db);
    await sql`
      create index outgoing_mails_waiting on outgoing_mails (send_after)
      where sent_at is null and failed_at is null`.execute(db);
    await sql`
      create table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      )`.execute(db);
  },
};
