import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const publishedLosses: Migration = {
  async up(db) {
    await sql`alter table item_states add column published_in text`.execute(db);
  },
};
