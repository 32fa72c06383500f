import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const importedAccounts: Migration = {
  async up(db) {
    await sql`create table imported_rows (key text primary key)`.execute(db);
    await sql`
      create table legacy_tags (
        id text primary key,
        prefix text not null,
        code text not null references tags (code) on delete cascade
      )`.execute(db);
    await sql`create index legacy_tags_code on legacy_tags (code)`.execute(db);
    await sql`
      create index auth_accounts_firebase on auth_accounts (id) where password like '$firebase-scrypt$%'`.execute(db);
  },
};
