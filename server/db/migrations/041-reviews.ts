import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const reviews: Migration = {
  async up(db) {
    await sql`
      create table reviews (
        id text primary key,
        order_id text not null references orders (id) on delete cascade,
        product_id text not null references products (id),
        stars integer not null check (stars between 1 and 5),
        text text not null,
        name text not null,
        language text not null,
        version integer not null default 1,
        created_at timestamptz not null default now(),
        changed_at timestamptz,
        published_at timestamptz,
        refused_at timestamptz,
        refusal text,
        answer text,
        unique (order_id, product_id),
        check (published_at is null or refused_at is null),
        check ((refused_at is null) = (refusal is null))
      )`.execute(db);
    await sql`create index reviews_waiting on reviews (created_at desc, id desc)
      where published_at is null and refused_at is null`.execute(db);
    await sql`create index reviews_published on reviews (created_at desc, id desc)
      where published_at is not null`.execute(db);
    await sql`create index reviews_refused on reviews (created_at desc, id desc) where refused_at is not null`.execute(
      db,
    );
    await sql`create index reviews_product on reviews (product_id, created_at desc, id desc)
      where published_at is not null`.execute(db);
    await sql`alter table orders add column review_invited_at timestamptz, add column review_mails_off_at timestamptz`.execute(
      db,
    );
    await sql`create index orders_to_invite on orders (delivered_at) where review_invited_at is null`.execute(db);
  },
};
