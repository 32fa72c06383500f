import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { releaseDate } from '../../clock.ts';

/**
 * While the clock was before 2024-02-10, a new account was taken for one of before that date, and got neither a profile nor a password.
 * It becomes one that waits for its address to be confirmed. Imported accounts have a profile.
 */
export const stuckSignUps: Migration = {
  async up(db) {
    await sql`
      update auth_users set created_at = greatest(now(), ${releaseDate}), signed_up_at = greatest(now(), ${releaseDate})
      where created_at < '2024-02-10T00:00:00Z' and not email_verified
        and not exists (select from users where users.uid = auth_users.id)
        and not exists (select from auth_accounts where auth_accounts.user_id = auth_users.id)`.execute(db);
  },
};
