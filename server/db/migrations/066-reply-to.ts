import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where the answer to a mail goes: to whoever wrote what it is about. */
export const replyTo: Migration = {
  async up(db) {
    await sql`alter table outgoing_mails add column reply_to text`.execute(db);
  },
};
