import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const replacedTags: Migration = {
  async up(db) {
    await sql`
      alter table tags
        add column replaced_by text,
        add column replaced_at timestamptz`.execute(db);
    await sql`create index tags_replaced_by on tags (replaced_by) where replaced_by is not null`.execute(db);
    await sql`alter table items add column tag_code text`.execute(db);
    await sql`
      update items set tag_code = (
        select code from tags
        where item_id = items.id and status = 'active' and frozen_at is null
        order by activated_at, code limit 1
      )
      from tags as first
      where first.code = items.id and (first.status = 'retired' or first.frozen_at is not null)`.execute(db);
  },
};
