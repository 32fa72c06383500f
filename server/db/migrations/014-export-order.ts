import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const exportOrder: Migration = {
  async up(db) {
    await sql`create index items_export on items (owner_id, created_at, id)`.execute(db);
    await sql`create index conversations_export on conversations (owner_id, created_at, id)`.execute(db);
  },
};
