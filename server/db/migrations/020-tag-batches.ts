import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const tagBatches: Migration = {
  async up(db) {
    await sql`
      create table tag_batches (
        id text primary key,
        owner_id text references users (uid) on delete cascade,
        creation_key text unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index tag_batches_owner on tag_batches (owner_id) where owner_id is not null`.execute(db);
    await sql`alter table tags add column batch_id text references tag_batches (id) on delete set null`.execute(db);
    await sql`create index tags_batch on tags (batch_id) where batch_id is not null`.execute(db);
  },
};
