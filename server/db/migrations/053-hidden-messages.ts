import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const hiddenMessages: Migration = {
  async up(db) {
    await sql`alter table conversations rename column released_at to messages_changed_at`.execute(db);
    await sql`alter table conversations add column network_key text`.execute(db);
    await sql`
      create index conversations_network on conversations (created_at) where network_key is not null`.execute(db);
    await sql`
      alter table web_messages add column hidden_as text check (hidden_as in ('hidden', 'dismissed'))`.execute(db);
    await sql`drop index web_messages_held_unread`.execute(db);
    await sql`
      create index web_messages_held_unread on web_messages (created_at, id)
      where held_reason in ('too-many', 'too-quick', 'hidden-field') and not read_by_owner`.execute(db);
    await sql`create index web_messages_dismissed on web_messages (id) where hidden_as = 'dismissed'`.execute(db);
    await sql`
      create table hidden_words (
        message_id bigint primary key references web_messages (id) on delete cascade,
        conversation_id text not null references conversations (id) on delete cascade,
        text text not null,
        details jsonb,
        picture_id text,
        was_unread boolean not null,
        hidden_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index hidden_words_conversation on hidden_words (conversation_id)`.execute(db);
    await sql`create index hidden_words_time on hidden_words (hidden_at)`.execute(db);
    await sql`
      create table blocked_networks (
        network_key text primary key,
        ends_at timestamptz not null
      )`.execute(db);
    await sql`
      create index payment_problems_open on payment_problems (created_at) where settled_at is null`.execute(db);
  },
};
