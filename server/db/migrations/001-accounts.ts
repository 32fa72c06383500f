import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const accounts: Migration = {
  async up(db) {
    await sql`
      create table auth_users (
        id text primary key,
        name text not null,
        email text not null unique,
        email_verified boolean not null default false,
        image text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create table auth_sessions (
        id text primary key,
        token text not null unique,
        user_id text not null references auth_users (id) on delete cascade,
        expires_at timestamptz not null,
        ip_address text,
        user_agent text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index auth_sessions_user on auth_sessions (user_id)`.execute(db);
    await sql`
      create table auth_accounts (
        id text primary key,
        account_id text not null,
        provider_id text not null,
        user_id text not null references auth_users (id) on delete cascade,
        access_token text,
        refresh_token text,
        id_token text,
        access_token_expires_at timestamptz,
        refresh_token_expires_at timestamptz,
        scope text,
        password text,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index auth_accounts_user on auth_accounts (user_id)`.execute(db);
    await sql`
      create table auth_verifications (
        id text primary key,
        identifier text not null,
        value text not null,
        expires_at timestamptz not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index auth_verifications_identifier on auth_verifications (identifier)`.execute(db);
    await sql`
      create table users (
        uid text primary key references auth_users (id) on delete cascade,
        email text not null,
        display_name text,
        email_verified boolean,
        created_at timestamptz not null,
        last_login timestamptz,
        role text
      )`.execute(db);
  },
};
