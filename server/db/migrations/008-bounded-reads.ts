import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists are read from an index, as far as they are shown, however long they are. */
export const boundedReads: Migration = {
  async up(db) {
    await sql`alter table conversations add column last_message_id bigint`.execute(db);
    await sql`
      update conversations set last_message_id =
        (select max(id) from web_messages where conversation_id = conversations.id)`.execute(db);
    await sql`drop index conversations_owner`.execute(db);
    await sql`
      create index conversations_owner on conversations (owner_id, last_message_id desc nulls last)`.execute(db);
    await sql`drop index web_messages_unread`.execute(db);
    await sql`
      create index web_messages_unread on web_messages (owner_id, conversation_id, id)
      where not read_by_owner`.execute(db);
    await sql`alter table web_messages add column held_mail_at timestamptz`.execute(db);
    await sql`
      create index web_messages_held on web_messages (owner_id, conversation_id)
      where held_reason = 'too-many' and held_mail_at is null and not read_by_owner`.execute(db);
    await sql`drop index items_owner`.execute(db);
    await sql`
      create index items_owner
      on items (owner_id, (lost_at is not null and returned_at is null) desc, created_at desc)
      where deleted_at is null`.execute(db);
  },
};
