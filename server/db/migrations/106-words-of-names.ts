import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { searchVector } from './baseline/expressions.ts';

/** Names are found by each of their words, and tracking numbers without their spaces. */
export const wordsOfNames: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const buyer = `coalesce(address ->> 'name', '') || ' ' || coalesce(address ->> 'company', '') || ' ' || coalesce(address ->> 'city', '')`;

const statements = [
  `create index orders_words on orders using gin (${searchVector(buyer)}) with (fastupdate = off)`,
  `create index users_words on users using gin (${searchVector('display_name')}) with (fastupdate = off)`,
  `create index items_words on items using gin (${searchVector('name')}) with (fastupdate = off)`,
  `create index shipments_tracking on shipments (replace(folded(tracking), ' ', '') text_pattern_ops)`,
  'drop index orders_name_start, orders_last_name_start, users_name_start, items_name_start',
];
