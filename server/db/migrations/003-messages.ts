import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const messages: Migration = {
  async up(db) {
    await sql`
      create table conversations (
        id text primary key,
        item_id text not null references items (id) on delete cascade,
        owner_id text not null references users (uid) on delete cascade,
        finder_name text,
        secret_version integer not null default 1,
        blocked_at timestamptz,
        closed_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index conversations_owner on conversations (owner_id)`.execute(db);
    await sql`create index conversations_item on conversations (item_id)`.execute(db);
    await sql`
      create table web_messages (
        id bigint generated always as identity primary key,
        conversation_id text not null references conversations (id) on delete cascade,
        item_id text not null references items (id) on delete cascade,
        owner_id text not null references users (uid) on delete cascade,
        author text not null check (author in ('finder', 'owner')),
        text text not null default '',
        answer text,
        read_by_owner boolean not null,
        read_by_finder boolean not null,
        held_reason text,
        sending_key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index web_messages_conversation on web_messages (conversation_id, id)`.execute(db);
    await sql`create index web_messages_owner on web_messages (owner_id, conversation_id, id desc)`.execute(db);
    await sql`create index web_messages_item on web_messages (item_id)`.execute(db);
    await sql`create index web_messages_unread on web_messages (owner_id) where not read_by_owner`.execute(db);
  },
};
