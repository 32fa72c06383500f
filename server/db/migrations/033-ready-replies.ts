import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What owners say and ask with one tap, where they want to meet, and in which language words were written. */
export const replyColumns: Migration = {
  async up(db) {
    await sql`
      alter table web_messages
        add column reply text,
        add column meeting jsonb,
        add column language text`.execute(db);
  },
};
