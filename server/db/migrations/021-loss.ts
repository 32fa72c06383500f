import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const lossOfItems: Migration = {
  async up(db) {
    await sql`
      alter table items
        add column finder_sees jsonb not null default '{}',
        add column private_details jsonb not null default '{}',
        add column stolen_at timestamptz`.execute(db);
    await sql`
      create index items_trip on items ((coalesce(finder_sees ->> 'tripUntil', private_details ->> 'tripUntil')))
      where coalesce(finder_sees ->> 'tripUntil', private_details ->> 'tripUntil') is not null`.execute(db);
    await sql`create index items_returned on items (returned_at) where returned_at is not null`.execute(db);
    await sql`
      create table item_states (
        id text primary key default gen_random_uuid()::text,
        item_id text not null references items (id) on delete cascade,
        owner_id text not null references users (uid) on delete cascade,
        state text not null check (state in ('kept', 'lost', 'stolen', 'returned')),
        message text not null default '',
        place text not null default '',
        point jsonb,
        last_seen text not null default '',
        reference text not null default '',
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
    await sql`create index item_states_item on item_states (item_id, created_at desc, id desc)`.execute(db);
    await sql`create index item_states_owner on item_states (owner_id, created_at, id)`.execute(db);
    await sql`
      insert into item_states (item_id, owner_id, state, created_at)
      select id, owner_id, 'lost', lost_at from items where lost_at is not null
      union all select id, owner_id, 'returned', returned_at from items where returned_at is not null`.execute(db);
  },
};
