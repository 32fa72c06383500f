import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An order keeps whether it is an export: its invoice says why no tax is charged. */
export const exports: Migration = {
  async up(db) {
    await sql`alter table orders add column is_export boolean not null default false`.execute(db);
  },
};
