import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const items: Migration = {
  async up(db) {
    await sql`
      create table items (
        id text primary key check (id ~ '^[0-9a-hjkmnp-tv-z]{16}$'),
        owner_id text not null references users (uid) on delete cascade,
        name text not null,
        category text not null,
        note text not null default '',
        creation_key text not null unique,
        lost_at timestamptz,
        returned_at timestamptz,
        deleted_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index items_owner on items (owner_id) where deleted_at is null`.execute(db);
    await sql`
      create table tags (
        code text primary key check (code ~ '^[0-9a-hjkmnp-tv-z]{16}$'),
        status text not null check (status in ('blank', 'active', 'retired')),
        item_id text references items (id) on delete set null,
        activated_at timestamptz,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index tags_item on tags (item_id)`.execute(db);
  },
};
