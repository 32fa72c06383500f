import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const inbox: Migration = {
  async up(db) {
    await sql`
      alter table conversations
      add column unread_by_owner boolean not null default false,
      add column archived_at timestamptz,
      add column muted_at timestamptz`.execute(db);
    await sql`
      update conversations set unread_by_owner = true
      where exists (
        select from web_messages
        where web_messages.owner_id = conversations.owner_id and conversation_id = conversations.id and not read_by_owner
      )`.execute(db);
    await sql`
      create index conversations_unread on conversations (owner_id, last_message_id desc nulls last)
      where unread_by_owner`.execute(db);
    await sql`
      create index conversations_read on conversations (owner_id, last_message_id desc nulls last)
      where not unread_by_owner and archived_at is null`.execute(db);
    await sql`
      create index conversations_archived on conversations (owner_id, last_message_id desc nulls last)
      where archived_at is not null`.execute(db);
    await sql`alter table users add column name_shown_at timestamptz`.execute(db);
    await sql`
      create table reports (
        id text primary key,
        uid text not null references users (uid) on delete cascade,
        conversation_id text references conversations (id) on delete set null,
        item_name text not null,
        finder_name text,
        reason text not null,
        note text not null,
        messages jsonb not null,
        creation_key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index reports_page on reports (created_at desc, id desc)`.execute(db);
    await sql`create index reports_uid on reports (uid, created_at, id)`.execute(db);
    await sql`
      create index reports_conversation on reports (conversation_id) where conversation_id is not null`.execute(db);
  },
};
