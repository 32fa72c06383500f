import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What an administrator sends again, because no answer came, makes no second product and counts nothing twice. */
export const stockChanges: Migration = {
  async up(db) {
    await sql`alter table products add column creation_key text unique`.execute(db);
    await sql`
      create table stock_changes (
        product_id text not null references products (id),
        key text not null,
        difference integer not null,
        changed_at timestamptz not null default now(),
        primary key (product_id, key)
      )`.execute(db);
  },
};
