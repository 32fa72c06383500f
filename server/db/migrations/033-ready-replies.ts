import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const replyColumns: Migration = {
  async up(db) {
    await sql`
      alter table web_messages
        add column reply text,
        add column meeting jsonb,
        add column language text`.execute(db);
  },
};
