import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const secondFactorTables: Migration = {
  async up(db) {
    await sql`alter table auth_sessions add column second_factor_at timestamptz`.execute(db);
    await sql`
      create table passkeys (
        id text primary key,
        uid text not null references auth_users (id) on delete cascade,
        name text not null,
        public_key bytea not null,
        sign_count bigint not null,
        transports text[] not null,
        last_challenge_ms bigint not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      )`.execute(db);
    await sql`create index passkeys_account on passkeys (uid)`.execute(db);
    await sql`
      create table authenticator_apps (
        uid text primary key references auth_users (id) on delete cascade,
        sealed_secret text not null,
        last_step bigint not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table recovery_codes (
        uid text not null references auth_users (id) on delete cascade,
        code_hash text not null,
        created_at timestamptz not null default now(),
        used_at timestamptz,
        primary key (uid, code_hash)
      )`.execute(db);
  },
};
