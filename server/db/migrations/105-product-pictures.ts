import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const productPictures: Migration = {
  async up(db) {
    await sql`alter table products add column pictures jsonb not null default '[]'`.execute(db);
  },
};
