import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const accountCare: Migration = {
  async up(db) {
    await sql`
      alter table users
        add column disabled_at timestamptz,
        add column deletion_asked_at timestamptz,
        add column message_mails_off_at timestamptz`.execute(db);
    await sql`
      create index users_deletion_asked on users (deletion_asked_at)
      where deletion_asked_at is not null`.execute(db);
    await sql`
      create table scheduled_jobs (
        name text primary key,
        begun_at timestamptz not null
      )`.execute(db);
  },
};
