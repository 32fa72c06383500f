import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const sharedItems: Migration = {
  async up(db) {
    await sql`
      create table item_members (
        item_id text not null references items (id) on delete cascade,
        uid text not null references users (uid) on delete cascade,
        since timestamptz not null default now(),
        muted_at timestamptz,
        primary key (item_id, uid)
      )`.execute(db);
    await sql`create index item_members_uid on item_members (uid, since desc, item_id desc)`.execute(db);
    await sql`
      create table item_invitations (
        id text primary key,
        item_id text not null references items (id) on delete cascade,
        owner_id text not null references users (uid) on delete cascade,
        email text,
        secret_hash text not null unique,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        accepted_at timestamptz,
        refused_at timestamptz,
        unique (item_id, email)
      )`.execute(db);
    await sql`create index item_invitations_page on item_invitations (item_id, created_at desc, id desc)`.execute(db);
    await sql`create index item_invitations_owner on item_invitations (owner_id, created_at, id)`.execute(db);
    await sql`create index item_invitations_expiry on item_invitations (expires_at)`.execute(db);
    await sql`
      create table invitation_refusals (
        address_hash text primary key,
        refused_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table unread_by_members (
        uid text not null references users (uid) on delete cascade,
        conversation_id text not null,
        message_id bigint not null references web_messages (id) on delete cascade,
        item_id text not null,
        primary key (uid, conversation_id, message_id),
        foreign key (item_id, uid) references item_members (item_id, uid) on delete cascade
      )`.execute(db);
    await sql`create index unread_by_members_item on unread_by_members (item_id, uid)`.execute(db);
    await sql`create index unread_by_members_message on unread_by_members (message_id)`.execute(db);
    await sql`
      alter table web_messages
      add column by_member boolean not null default false,
      add column member_uid text references users (uid) on delete set null`.execute(db);
    await sql`
      create index web_messages_member on web_messages (member_uid, id) where member_uid is not null`.execute(db);
    await sql`
      create index conversations_item_page on conversations (item_id, last_message_id desc nulls last)`.execute(db);
    await sql`drop index conversations_item`.execute(db);
  },
};
