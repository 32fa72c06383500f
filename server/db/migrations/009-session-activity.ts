import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When a session was last used, and last had a page open. A session from before has no `active_at` until a page reports:
 * the pages that are open during this update belong to the release before it, and do not report.
 */
export const sessionActivity: Migration = {
  async up(db) {
    await sql`
      alter table auth_sessions
        add column active_at timestamptz,
        add column page_seen_at timestamptz`.execute(db);
    await sql`alter table auth_sessions alter column active_at set default now()`.execute(db);
  },
};
