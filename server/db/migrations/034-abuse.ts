import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const abuse: Migration = {
  async up(db) {
    await sql`
      create table tag_reports (
        id bigint generated always as identity primary key,
        tag_code text not null references tags (code) on delete cascade,
        conversation_id text references conversations (id) on delete set null,
        reason text not null check (reason in ('not-mine', 'planted', 'unsafe', 'fraud')),
        text text not null,
        language text not null,
        sending_key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index tag_reports_created on tag_reports (created_at, id)`.execute(db);
    await sql`create index tag_reports_tag on tag_reports (tag_code)`.execute(db);
    await sql`
      create index tag_reports_conversation on tag_reports (conversation_id) where conversation_id is not null`.execute(
      db,
    );
    await sql`drop index web_messages_held`.execute(db);
    await sql`
      create index web_messages_held on web_messages (owner_id, conversation_id)
      where held_reason in ('too-many', 'too-quick', 'hidden-field') and held_mail_at is null and not read_by_owner`.execute(
      db,
    );
  },
};
