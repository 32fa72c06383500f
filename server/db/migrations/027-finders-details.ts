import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const findersDetails: Migration = {
  async up(db) {
    await sql`
      alter table web_messages
        add column details jsonb,
        add column picture_id text unique references files (id) on delete set null,
        add column deleted_at timestamptz`.execute(db);
    await sql`alter table files drop constraint files_kind_check`.execute(db);
    await sql`
      alter table files add constraint files_kind_check check (kind in ('picture', 'receipt', 'sent-picture'))`.execute(
      db,
    );
    await sql`alter table conversations add column words_deleted_at timestamptz`.execute(db);
    await sql`create index conversations_idle on conversations (last_message_id) where closed_at is null`.execute(db);
    await sql`
      create index conversations_closed on conversations (closed_at)
      where closed_at is not null and coalesce(words_deleted_at < closed_at, true)`.execute(db);
    await sql`
      create index outgoing_mails_new_message on outgoing_mails (purpose) where purpose like 'new-message %'`.execute(
      db,
    );
  },
};
