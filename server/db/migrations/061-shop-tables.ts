import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The parser takes a mark that is not of ASCII for a letter. */
const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';

export const shopTables: Migration = {
  async up(db) {
    const searched = [
      ['products', sql`slug || ' ' || coalesce(names ->> 'en', '') || ' ' || coalesce(names ->> 'de', '')`],
      ['reviews', sql`name || ' ' || text`],
    ] as const;
    for (const [table, texts] of searched) {
      const words = sql`to_tsvector('simple', translate(${texts}, ${sql.lit(marks)}, ${sql.lit(' '.repeat(marks.length))}))`;
      await sql`alter table ${sql.table(table)} add column words tsvector generated always as (${words}) stored`.execute(
        db,
      );
      await sql`create index ${sql.ref(`${table}_words`)} on ${sql.table(table)} using gin (words) with (fastupdate = off)`.execute(
        db,
      );
    }
    await sql`create index products_name on products (lower(coalesce(names ->> 'en', '')), id)`.execute(db);
    await sql`create index products_price on products (price_minor, id)`.execute(db);
    await sql`create index products_stock on products (coalesce(stock, 2147483647), id)`.execute(db);
    await sql`create index reviews_of_product on reviews (product_id)`.execute(db);
    const states = [
      ['waiting', sql`published_at is null and refused_at is null`],
      ['published', sql`published_at is not null`],
      ['refused', sql`refused_at is not null`],
    ] as const;
    for (const [state, isIn] of states)
      await sql`create index ${sql.ref(`reviews_${state}_stars`)} on reviews (stars, id) where ${isIn}`.execute(db);
  },
};
