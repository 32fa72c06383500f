import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sheets of labels that owners describe; lengths in millimetres. */
export const labelTemplates: Migration = {
  async up(db) {
    await sql`
      create table label_templates (
        id text primary key,
        owner_id text not null references users (uid) on delete cascade,
        creation_key text not null unique,
        name text not null,
        page_width double precision not null,
        page_height double precision not null,
        columns integer not null,
        rows integer not null,
        label_width double precision not null,
        label_height double precision not null,
        left_margin double precision not null,
        top_margin double precision not null,
        pitch_x double precision not null,
        pitch_y double precision not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create unique index label_templates_name on label_templates (owner_id, lower(name))`.execute(db);
  },
};
