import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Orders that cost nothing count too, and are paid at once: the networks of all orders that have one are found, to count and to forget them. */
export const knownNetworks: Migration = {
  async up(db) {
    await sql`drop index orders_network`.execute(db);
    await sql`create index orders_network on orders (network_key) where network_key is not null`.execute(db);
  },
};
