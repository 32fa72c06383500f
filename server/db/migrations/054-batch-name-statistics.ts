import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * How names of batches begin. PostgreSQL does not use what it knows of the expression of a partial index: it took every search for one that finds
 * much, and walked all batches.
 */
export const batchNameStatistics: Migration = {
  async up(db) {
    await sql`create statistics tag_batches_name_start on (lower(name)) from tag_batches`.execute(db);
    await sql`analyze tag_batches`.execute(db);
  },
};
