import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The language of the page on which somebody signed up goes with the link, until the address is confirmed. */
export const languagesOfLinks: Migration = {
  async up(db) {
    await sql`alter table account_links add column language text`.execute(db);
  },
};
