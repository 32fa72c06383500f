import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why administrators read private messages (decision 045). */
export const moderation: Migration = {
  async up(db) {
    await sql`
      create table message_readings (
        id text primary key,
        conversation_id text not null references conversations (id) on delete cascade,
        admin_uid text references users (uid) on delete set null,
        reason text not null,
        about_kind text not null check (about_kind in ('report', 'tag-report', 'held-message', 'contact-request')),
        about_id text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index message_readings_conversation on message_readings (conversation_id, created_at, id)`.execute(
      db,
    );
    await sql`create index message_readings_admin on message_readings (admin_uid) where admin_uid is not null`.execute(
      db,
    );
  },
};
