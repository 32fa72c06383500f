import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const findersTold: Migration = {
  async up(db) {
    await sql`
      create table reply_mails (
        conversation_id text primary key references conversations (id) on delete cascade,
        address text not null,
        asked_at timestamptz not null default now(),
        confirmed_at timestamptz
      )`.execute(db);
    await sql`
      create index reply_mails_unconfirmed on reply_mails ((case when confirmed_at is null then asked_at end))`.execute(
      db,
    );
    await sql`
      create table reply_notices (
        conversation_id text not null references conversations (id) on delete cascade,
        channel text not null check (channel in ('mail', 'push')),
        due_at timestamptz not null,
        primary key (conversation_id, channel)
      )`.execute(db);
    await sql`create index reply_notices_due on reply_notices (due_at)`.execute(db);
    await sql`
      alter table push_subscriptions
      alter column uid drop not null,
      add column conversation_id text references conversations (id) on delete cascade,
      add constraint push_subscriptions_whose check (num_nonnulls(uid, conversation_id) = 1),
      drop constraint push_subscriptions_endpoint_key`.execute(db);
    await sql`
      create unique index push_subscriptions_account on push_subscriptions (endpoint) where uid is not null`.execute(
      db,
    );
    await sql`
      create unique index push_subscriptions_conversation on push_subscriptions (conversation_id, endpoint)
      where conversation_id is not null`.execute(db);
    await sql`alter table outgoing_requests alter column uid drop not null`.execute(db);
    await sql`
      create index outgoing_mails_replies on outgoing_mails (purpose, created_at) where purpose like 'reply %'`.execute(
      db,
    );
  },
};
