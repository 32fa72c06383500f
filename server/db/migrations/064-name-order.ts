import { type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const orderOf = (name: RawBuilder<unknown>) => sql`replace(translate(lower(${name}), 'äöü', 'aou'), 'ß', 'ss')`;

const stateOfItem = sql`(case
  when deleted_at is not null then 'deleted' when archived_at is not null then 'archived'
  when returned_at is not null then 'returned' when stolen_at is not null then 'stolen'
  when lost_at is not null then 'lost' else 'kept' end)`;
const stateOfTold = sql`(case when settled_at is null then 'open' when decision = 'spam' then 'spam' else 'done' end)`;
const german = sql`coalesce(nullif(names ->> 'de', ''), names ->> 'en', '')`;

/** Names are sorted with “Ä” beside “A”: by their codes, it came after “z”. */
export const umlautOrder: Migration = {
  async up(db) {
    const sorted = [
      ['items_name', 'items', orderOf(sql`name`)],
      ['items_state_name', 'items', sql`${stateOfItem}, ${orderOf(sql`name`)}`],
      ['reports_item', 'reports', orderOf(sql`item_name`)],
      ['reports_state_item', 'reports', sql`${stateOfTold}, ${orderOf(sql`item_name`)}`],
      ['products_name', 'products', orderOf(sql`coalesce(names ->> 'en', '')`)],
      ['products_german_name', 'products', orderOf(german)],
    ] as const;
    for (const [index, table, columns] of sorted) {
      await sql`drop index ${sql.ref(index)}`.execute(db);
      await sql`create index ${sql.ref(index)} on ${sql.table(table)} (${columns}, id)`.execute(db);
    }
  },
};
