import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How an administrator who reads German sorts the products: English where one has no German name. */
export const germanNames: Migration = {
  async up(db) {
    await sql`
      create index products_german_name
      on products (lower(coalesce(nullif(names ->> 'de', ''), names ->> 'en', '')), id)`.execute(db);
  },
};
