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
  },
};
