import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables and columns are called as in the glossary. */
export const standardWords: Migration = {
  async up(db) {
    await sql`
      alter table web_messages rename column sending_key to idempotency_key;
      alter table web_messages rename constraint web_messages_sending_key_key to web_messages_idempotency_key_key;
      alter table tag_reports rename column sending_key to idempotency_key;
      alter table tag_reports rename constraint tag_reports_sending_key_key to tag_reports_idempotency_key_key`.execute(
      db,
    );
    await sql`
      alter table notices rename to pending_notifications;
      alter table pending_notifications rename constraint notices_pkey to pending_notifications_pkey;
      alter table pending_notifications rename constraint notices_uid_fkey to pending_notifications_uid_fkey;
      alter table pending_notifications
        rename constraint notices_message_id_fkey to pending_notifications_message_id_fkey;
      alter index notices_due rename to pending_notifications_due;
      alter index notices_message rename to pending_notifications_message;
      alter table reply_notices rename to pending_reply_notifications;
      alter table pending_reply_notifications rename constraint reply_notices_pkey to pending_reply_notifications_pkey;
      alter table pending_reply_notifications
        rename constraint reply_notices_conversation_id_fkey to pending_reply_notifications_conversation_id_fkey;
      alter index reply_notices_due rename to pending_reply_notifications_due`.execute(db);
  },
};
