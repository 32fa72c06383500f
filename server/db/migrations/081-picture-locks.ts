import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = [
  ['items', 'items_picture'],
  ['web_messages', 'web_messages_picture'],
] as const;

/**
 * A picture is still of one item or message. A whole unique index made its column a key: whoever changed the picture waited for all who
 * refer to the row, such as a finder who writes about the item, and they for the account.
 */
export const pictureLocks: Migration = {
  async up(db) {
    for (const [table, index] of columns) {
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_picture_id_key`)}`.execute(db);
      await sql`create unique index ${sql.ref(index)} on ${sql.table(table)} (picture_id) where picture_id is not null`.execute(
        db,
      );
    }
  },
};
