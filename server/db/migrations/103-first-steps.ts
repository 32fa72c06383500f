import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts that are there already have taken their first steps. */
export const firstStepsColumns: Migration = {
  async up(db) {
    await sql`alter table users add column first_steps_ended_at timestamptz default now()`.execute(db);
    await sql`alter table users alter column first_steps_ended_at drop default`.execute(db);
    await sql`alter table users add column tag_attached_at timestamptz, add column own_tag_scanned_at timestamptz`.execute(
      db,
    );
  },
};
