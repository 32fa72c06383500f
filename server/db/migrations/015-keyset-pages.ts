import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Items that were added at the same moment are sorted by their id, and each conversation has its last message. */
export const keysetPages: Migration = {
  async up(db) {
    await sql`
      create index items_page
      on items (owner_id, (lost_at is not null and returned_at is null) desc, created_at desc, id desc)
      where deleted_at is null`.execute(db);
    await sql`drop index items_owner`.execute(db);
    await sql`alter index items_page rename to items_owner`.execute(db);
    await sql`
      update conversations set last_message_id =
        (select max(id) from web_messages where conversation_id = conversations.id)
      where last_message_id is null`.execute(db);
  },
};
