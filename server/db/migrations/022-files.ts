import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const files: Migration = {
  async up(db) {
    await sql`
      create table files (
        id text primary key,
        owner_id text not null references users (uid) on delete cascade,
        item_id text not null references items (id) on delete cascade,
        kind text not null check (kind in ('picture', 'receipt')),
        type text not null check (type in ('image/webp', 'application/pdf')),
        name text not null default '',
        bytes int not null,
        width int,
        height int,
        creation_key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index files_owner on files (owner_id, created_at, id)`.execute(db);
    await sql`create index files_item on files (item_id, kind, created_at, id)`.execute(db);
    await sql`create unique index files_picture on files (item_id) where kind = 'picture'`.execute(db);
    await sql`
      alter table items
        add column picture_id text unique references files (id) on update cascade on delete set null,
        add column picture_shown boolean not null default true`.execute(db);
  },
};
