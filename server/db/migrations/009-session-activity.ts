import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pages that are open during this update belong to the release before it, and do not report: their sessions have no `active_at`. */
export const sessionActivity: Migration = {
  async up(db) {
    await sql`
      alter table auth_sessions
        add column active_at timestamptz,
        add column page_seen_at timestamptz`.execute(db);
    await sql`alter table auth_sessions alter column active_at set default now()`.execute(db);
  },
};
