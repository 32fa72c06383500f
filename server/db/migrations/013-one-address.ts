import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accounts whose addresses differ in case alone stay apart, as they were. */
export const oneAddress: Migration = {
  async up(db) {
    await sql`
      update auth_users set email = lower(email)
      where email <> lower(email)
        and not exists (select from auth_users as other
          where other.id <> auth_users.id and lower(other.email) = lower(auth_users.email))`.execute(db);
    await sql`
      update users set email = auth_users.email from auth_users
      where auth_users.id = users.uid and auth_users.email <> users.email`.execute(db);
    await sql`create unique index users_email on users (email)`.execute(db);
  },
};
