import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The parser takes a mark that is not of ASCII for a letter. */
const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';
const words = sql`to_tsvector('simple', translate(name || ' ' || text, ${sql.lit(marks)}, ${sql.lit(' '.repeat(marks.length))}))`;

/** The words of contact requests are stored: to take a text apart costs more than to read a thousand rows. */
export const searchedWords: Migration = {
  async up(db) {
    await sql`drop index contact_requests_words`.execute(db);
    await sql`alter table contact_requests add column words tsvector generated always as (${words}) stored`.execute(db);
    await sql`create index contact_requests_words on contact_requests using gin (words) with (fastupdate = off)`.execute(
      db,
    );
  },
};
