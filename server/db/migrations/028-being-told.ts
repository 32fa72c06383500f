import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const beingTold: Migration = {
  async up(db) {
    await sql`
      alter table users
      add column quiet_from smallint,
      add column quiet_until smallint,
      add column time_zone text,
      add column quiet_also_lost_at timestamptz,
      add column push_quotes_at timestamptz,
      add column mail_bounced_at timestamptz`.execute(db);
    await sql`
      alter table outgoing_mails
      add column unsubscribe_url text,
      add column bounced_at timestamptz`.execute(db);
    await sql`
      create table notices (
        uid text not null references users (uid) on delete cascade,
        channel text not null,
        message_id bigint not null references web_messages (id) on delete cascade,
        due_at timestamptz not null,
        primary key (uid, channel, message_id)
      )`.execute(db);
    await sql`create index notices_due on notices (due_at)`.execute(db);
    await sql`create index notices_message on notices (message_id)`.execute(db);
    await sql`
      insert into notices (uid, channel, message_id, due_at)
      select owner_id, 'mail', id, now() from web_messages
      where mail_skipped_at is not null and held_mail_at is null and not read_by_owner`.execute(db);
    await sql`drop index web_messages_held`.execute(db);
    await sql`alter table web_messages drop column mail_skipped_at`.execute(db);
    await sql`
      create index web_messages_held on web_messages (owner_id, conversation_id)
      where held_reason = 'too-many' and held_mail_at is null and not read_by_owner`.execute(db);
    await sql`
      create table push_subscriptions (
        id text primary key,
        uid text not null references users (uid) on delete cascade,
        session_id text,
        device text not null,
        endpoint text not null unique,
        p256dh text not null,
        auth text not null,
        created_at timestamptz not null default now(),
        delivered_at timestamptz
      )`.execute(db);
    await sql`
      create index push_subscriptions_page on push_subscriptions (uid, created_at desc, id desc)`.execute(db);
    await sql`
      create table outgoing_requests (
        id text primary key,
        kind text not null,
        uid text not null references users (uid) on delete cascade,
        subscription_id text references push_subscriptions (id) on delete cascade,
        body text not null,
        created_at timestamptz not null default now(),
        send_after timestamptz not null default now(),
        leased_until timestamptz,
        attempts integer not null default 0,
        sent_at timestamptz,
        failed_at timestamptz,
        last_error text,
        last_error_at timestamptz
      )`.execute(db);
    await sql`
      create index outgoing_requests_waiting on outgoing_requests (send_after, id)
      where sent_at is null and failed_at is null`.execute(db);
    await sql`create index outgoing_requests_uid on outgoing_requests (uid, created_at, id)`.execute(db);
    await sql`
      create index outgoing_requests_subscription on outgoing_requests (subscription_id)
      where subscription_id is not null`.execute(db);
    await sql`
      create index outgoing_requests_over on outgoing_requests (least(sent_at, failed_at))
      where least(sent_at, failed_at) is not null`.execute(db);
  },
};
