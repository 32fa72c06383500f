import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { accounts } from './baseline/accounts.ts';
import { databaseFunctions } from './baseline/expressions.ts';
import { items } from './baseline/items.ts';
import { messages } from './baseline/messages.ts';
import { operation } from './baseline/operation.ts';
import { shop } from './baseline/shop.ts';

/** The tables of 1.0.0, which are those that the migrations of 0.9.0 made. */
export const baseline: Migration = {
  async up(db) {
    for (const tables of [databaseFunctions, accounts, items, messages, shop, operation])
      await sql.raw(tables).execute(db);
  },
};
