import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const mailCosts: Migration = {
  async up(db) {
    await sql`alter table outgoing_mails add column last_error_at timestamptz`.execute(db);
    await sql`
      create index outgoing_mails_host on outgoing_mails (lower(substring(to_address from '[^@]*$')), send_after, id)
      where sent_at is null and failed_at is null`.execute(db);
    await sql`create index outgoing_mails_unsent on outgoing_mails (created_at) where sent_at is null`.execute(db);
    await sql`
      create index outgoing_mails_over on outgoing_mails (least(sent_at, failed_at))
      where least(sent_at, failed_at) is not null`.execute(db);
    await sql`create index users_mail_failed on users (uid) where mail_failed_at is not null`.execute(db);
    await sql`create index rate_limits_expire on rate_limits (expire)`.execute(db);
    await sql`create index auth_sessions_expires_at on auth_sessions (expires_at)`.execute(db);
    await sql`create index auth_verifications_expires_at on auth_verifications (expires_at)`.execute(db);
  },
};
