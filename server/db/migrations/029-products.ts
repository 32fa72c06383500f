import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the shop sells. Prices are in the smallest unit of the shop's currency, with the tax in them. */
export const products: Migration = {
  async up(db) {
    await sql`
      create table products (
        id text primary key,
        slug text not null unique,
        kind text not null,
        names jsonb not null,
        descriptions jsonb not null default '{}',
        price_minor integer not null check (price_minor >= 0),
        currency text not null,
        tags_each integer not null default 0 check (tags_each >= 0),
        stock integer check (stock >= 0),
        position integer not null default 0,
        hidden_at timestamptz,
        archived_at timestamptz,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index products_page on products (position, id) where archived_at is null`.execute(db);
  },
};
