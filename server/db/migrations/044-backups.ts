import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const backups: Migration = {
  async up(db) {
    await sql`
      create table backups (
        id bigint generated always as identity primary key,
        begun_at timestamptz not null default now(),
        ended_at timestamptz,
        bytes bigint,
        error text,
        warned_at timestamptz
      )`.execute(db);
    await sql`create index backups_begun on backups (begun_at)`.execute(db);
  },
};
