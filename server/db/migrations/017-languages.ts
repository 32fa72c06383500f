import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The languages in which people read, as BCP 47 tags; null for those who never chose, and conversations from before. */
export const languageColumns: Migration = {
  async up(db) {
    await sql`alter table users add column language text`.execute(db);
    await sql`alter table conversations add column finder_language text`.execute(db);
  },
};
