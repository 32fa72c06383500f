import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const scans: Migration = {
  async up(db) {
    await sql`
      create table scans (
        id uuid primary key default gen_random_uuid(),
        tag_code text not null references tags (code) on delete cascade,
        item_id text not null references items (id) on delete cascade,
        owner_id text not null references users (uid) on delete cascade,
        kind text not null check (kind in ('opened', 'own', 'robot')),
        scanned_at timestamptz not null
      )`.execute(db);
    await sql`create index scans_item on scans (item_id, (kind = 'robot'), scanned_at desc, id desc)`.execute(db);
    await sql`create index scans_owner on scans (owner_id, scanned_at, id)`.execute(db);
    await sql`create index scans_tag on scans (tag_code)`.execute(db);
    await sql`create index scans_age on scans (scanned_at)`.execute(db);

    await sql`alter table items add column archived_at timestamptz, add column erased_at timestamptz`.execute(db);
    await sql`
      create index items_archived on items (owner_id, created_at desc, id desc)
      where deleted_at is null and archived_at is not null`.execute(db);
    await sql`
      create index items_to_erase on items (deleted_at)
      where deleted_at is not null and erased_at is null`.execute(db);
    await sql`
      update tags set status = 'active'
      where status = 'retired' and activated_at is not null
        and item_id in (select id from items where deleted_at is not null)`.execute(db);
  },
};
