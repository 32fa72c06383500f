import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Of items that are there already nobody knows it: they count as printed. */
export const printedItems: Migration = {
  async up(db) {
    await sql`alter table items add column printed_at timestamptz default now()`.execute(db);
    await sql`alter table items alter column printed_at drop default`.execute(db);
  },
};
