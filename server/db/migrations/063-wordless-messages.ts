import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages that were imported without words were taken for deleted by their finders. */
export const wordlessMessages: Migration = {
  async up(db) {
    await sql`
      update web_messages set deleted_at = null
      from conversations
      where conversations.id = conversation_id and sending_key = 'import:' || conversation_id
        and deleted_at = words_deleted_at and deleted_at = closed_at`.execute(db);
    await sql`
      update conversations set words_deleted_at = null
      from web_messages
      where conversations.id = conversation_id and sending_key = 'import:' || conversation_id
        and deleted_at is null and words_deleted_at = closed_at`.execute(db);
  },
};
