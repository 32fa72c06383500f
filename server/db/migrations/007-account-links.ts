import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links mailed before this migration are void: they can be asked for again. Sessions of accounts that never counted end. */
export const accountLinks: Migration = {
  async up(db) {
    await sql`
      create table account_links (
        token_hash text primary key,
        purpose text not null check (purpose in ('confirm', 'set-password', 'allow-change', 'confirm-change', 'sign-up-repeated')),
        uid text not null references auth_users (id) on delete cascade,
        email text not null,
        new_email text,
        display_name text,
        password text,
        device_hash text,
        used_at timestamptz,
        expires_at timestamptz not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index account_links_uid on account_links (uid)`.execute(db);
    await sql`create index account_links_expires on account_links (expires_at)`.execute(db);
    await sql`delete from auth_verifications`.execute(db);
    await sql`
      create table known_devices (
        uid text not null references auth_users (id) on delete cascade,
        device_hash text not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        primary key (uid, device_hash)
      )`.execute(db);
    await sql`create index known_devices_last_used on known_devices (last_used_at)`.execute(db);
    await sql`alter table auth_users add column signed_up_at timestamptz`.execute(db);
    await sql`update auth_users set signed_up_at = created_at`.execute(db);
    await sql`
      create index auth_users_unconfirmed on auth_users (signed_up_at) where not email_verified`.execute(db);
    await sql`
      delete from auth_sessions using auth_users
      left join users on users.uid = auth_users.id
      where auth_sessions.user_id = auth_users.id and not auth_users.email_verified
        and auth_users.created_at >= '2024-02-10T00:00:00Z' and users.email_verified is not true`.execute(db);
    await sql`update auth_sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex')`.execute(db);
    await sql`create index rate_limits_key_start on rate_limits (key varchar_pattern_ops)`.execute(db);
  },
};
