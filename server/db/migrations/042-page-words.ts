import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const editedPages: Migration = {
  async up(db) {
    await sql`
      create table page_drafts (
        page text not null,
        language text not null,
        revision integer not null default 0,
        words jsonb,
        saved_by text references users (uid) on delete set null,
        saved_at timestamptz,
        primary key (page, language)
      )`.execute(db);
    await sql`
      create table page_versions (
        id text primary key,
        page text not null,
        language text not null,
        words jsonb,
        published_by text references users (uid) on delete set null,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
    await sql`create index page_versions_page on page_versions (page, language, created_at desc, id desc)`.execute(db);
    await sql`create index page_versions_publisher on page_versions (published_by) where published_by is not null`.execute(
      db,
    );
    await sql`create index page_drafts_editor on page_drafts (saved_by) where saved_by is not null`.execute(db);
  },
};
