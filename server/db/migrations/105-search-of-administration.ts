import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const searchOfAdministration: Migration = {
  async up(db) {
    for (const [table, name, what] of indexes)
      await sql`create index ${sql.ref(name)} on ${sql.table(table)} (folded(${sql.raw(what)}) text_pattern_ops)`.execute(
        db,
      );
  },
};

const indexes = [
  ['orders', 'orders_company_start', "address ->> 'company'"],
  ['orders', 'orders_city_start', "address ->> 'city'"],
  ['shipments', 'shipments_tracking_start', 'tracking'],
  ['users', 'users_last_name_start', "regexp_replace(display_name, '^.* ', '')"],
] as const;
