import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const contactRequests: Migration = {
  async up(db) {
    await sql`
      create table contact_requests (
        id text primary key,
        uid text references users (uid) on delete cascade,
        name text not null,
        email text not null,
        topic text not null,
        text text not null,
        language text not null,
        held_reason text,
        creation_key text not null unique,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index contact_requests_page on contact_requests (created_at desc, id desc)`.execute(db);
    await sql`create index contact_requests_account on contact_requests (uid) where uid is not null`.execute(db);
  },
};
