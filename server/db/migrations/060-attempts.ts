import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By it a phone that did not hear the answer finds its message again, also in another browser session. */
export const attempts: Migration = {
  async up(db) {
    await sql`alter table web_messages add column attempt_key text`.execute(db);
    await sql`create unique index web_messages_attempt on web_messages (attempt_key) where attempt_key is not null`.execute(
      db,
    );
  },
};
