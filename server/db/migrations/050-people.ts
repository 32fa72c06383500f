import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const people: Migration = {
  async up(db) {
    await sql`create index users_created on users (created_at, uid)`.execute(db);
    await sql`create index users_last_login on users ((coalesce(last_login, '1970-01-01 00:00:00+00'::timestamptz)), uid)`.execute(
      db,
    );
    await sql`create index users_email_start on users (email text_pattern_ops, uid)`.execute(db);
    await sql`create index users_name_start on users (lower(display_name) text_pattern_ops)`.execute(db);
    await sql`create index users_administrators on users (uid) where role = 'admin'`.execute(db);
  },
};
