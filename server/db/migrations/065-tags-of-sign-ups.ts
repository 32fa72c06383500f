import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The code of the tag for which somebody signed up goes with the link, until the address is confirmed. */
export const tagsOfSignUps: Migration = {
  async up(db) {
    await sql`alter table account_links add column tag_code text`.execute(db);
  },
};
