import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Items get another owner. Their earlier conversations stay with the earlier owner, about an item of its own that names the first. */
export const handovers: Migration = {
  async up(db) {
    await sql`
      create table item_handovers (
        id text primary key,
        item_id text not null references items (id) on delete cascade,
        owner_id text not null references users (uid) on delete cascade,
        item_name text,
        email text,
        secret_hash text not null unique,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        accepted_at timestamptz,
        refused_at timestamptz
      )`.execute(db);
    await sql`create index item_handovers_item on item_handovers (item_id)`.execute(db);
    await sql`create index item_handovers_owner on item_handovers (owner_id, created_at, id)`.execute(db);
    await sql`
      create index item_handovers_accepted on item_handovers (owner_id, accepted_at desc, id desc)
      where accepted_at is not null`.execute(db);
    await sql`create index item_handovers_expiry on item_handovers (expires_at)`.execute(db);
    await sql`
      alter table items add column handed_over_id text references items (id) on delete set null`.execute(db);
    await sql`
      create index items_handed_over on items (handed_over_id) where handed_over_id is not null`.execute(db);
  },
};
