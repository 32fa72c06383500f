import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A mail goes with its account. What was sent to addresses without one would stay for ever, so it goes now. */
export const mailsOfAccounts: Migration = {
  async up(db) {
    await sql`
      alter table outgoing_mails
        add column uid text references auth_users (id) on delete cascade`.execute(db);
    await sql`
      update outgoing_mails set uid = auth_users.id
      from auth_users where auth_users.email = lower(to_address)`.execute(db);
    await sql`
      delete from outgoing_mails
      where uid is null and (sent_at is not null or failed_at is not null)`.execute(db);
    await sql`create index outgoing_mails_uid on outgoing_mails (uid)`.execute(db);
    await sql`
      update auth_users set name = display_name
      from users where users.uid = auth_users.id and display_name <> name`.execute(db);
  },
};
