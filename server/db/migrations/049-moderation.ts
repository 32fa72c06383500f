import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Why administrators read private messages (decision 045), and who decided what about reports and requests. */
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
    for (const table of ['reports', 'tag_reports', 'contact_requests']) {
      await sql`
        alter table ${sql.table(table)}
          add column settled_by text references users (uid) on delete set null,
          add column decision text not null default 'done' check (decision in ('done', 'answered', 'closed'))`.execute(
        db,
      );
      await sql`
        create index ${sql.ref(`${table}_settled_by`)} on ${sql.table(table)} (settled_by)
        where settled_by is not null`.execute(db);
    }
    for (const table of ['reports', 'contact_requests'])
      await sql`alter table ${sql.table(table)} add column answer_key text`.execute(db);
  },
};
