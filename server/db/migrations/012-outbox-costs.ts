import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The outbox is read from indexes, however many sent mails lie in it. */
export const outboxCosts: Migration = {
  async up(db) {
    await sql`alter table outgoing_mails add column refused_at timestamptz`.execute(db);
    await sql`alter table users add column mail_failed_at timestamptz`.execute(db);
    await sql`alter table web_messages add column mail_skipped_at timestamptz`.execute(db);
    await sql`drop index outgoing_mails_waiting`.execute(db);
    await sql`
      create index outgoing_mails_waiting on outgoing_mails (send_after, id)
      where sent_at is null and failed_at is null`.execute(db);
    await sql`drop index outgoing_mails_uid`.execute(db);
    await sql`create index outgoing_mails_uid on outgoing_mails (uid, created_at)`.execute(db);
    await sql`drop index web_messages_held`.execute(db);
    await sql`
      create index web_messages_held on web_messages (owner_id, conversation_id)
      where (held_reason = 'too-many' or mail_skipped_at is not null) and held_mail_at is null and not read_by_owner`.execute(
      db,
    );
  },
};
