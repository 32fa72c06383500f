import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What changed, for the other processes: written by the transaction that changes it (docs/decisions/012). */
export const changes: Migration = {
  async up(db) {
    await sql`
      create table changes (
        xid xid8 not null default pg_current_xact_id(),
        events jsonb not null,
        made_at timestamptz not null default clock_timestamp()
      )`.execute(db);
    await sql`create index changes_xid on changes (xid)`.execute(db);
  },
};
