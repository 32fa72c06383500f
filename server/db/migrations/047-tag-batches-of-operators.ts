import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const tagBatchesOfOperators: Migration = {
  async up(db) {
    await sql`
      alter table tag_batches
        add column name text not null default '',
        add column note text not null default '',
        add column wanted integer not null default 0,
        add column made integer not null default 0,
        add column finished_at timestamptz,
        add column cancelled_at timestamptz`.execute(db);
    await sql`
      update tag_batches set wanted = counted.tags, made = counted.tags, finished_at = created_at
      from (
        select id, (select count(*) from tags where batch_id = tag_batches.id) as tags from tag_batches
      ) as counted
      where counted.id = tag_batches.id`.execute(db);
    const ofOperators = sql`owner_id is null`;
    await sql`create index tag_batches_created on tag_batches (created_at, id) where ${ofOperators}`.execute(db);
    await sql`create index tag_batches_wanted on tag_batches (wanted, id) where ${ofOperators}`.execute(db);
    await sql`
      create index tag_batches_name on tag_batches (lower(name) text_pattern_ops) where ${ofOperators}`.execute(db);
    await sql`
      create index tag_batches_waiting on tag_batches (created_at, id)
      where finished_at is null and cancelled_at is null`.execute(db);
    await sql`drop index tags_batch`.execute(db);
    await sql`create index tags_batch on tags (batch_id, code) where batch_id is not null`.execute(db);
    await sql`
      alter table tags
        add column frozen_at timestamptz,
        add column retired_at timestamptz`.execute(db);
  },
};
