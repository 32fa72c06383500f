import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Open pages learn by it that a message they know is no longer held. */
export const proofOfWork: Migration = {
  async up(db) {
    await sql`alter table conversations add column released_at timestamptz`.execute(db);
  },
};
