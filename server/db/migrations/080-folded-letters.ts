import { type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew, signs of Arabic vowels. Other scripts need their marks. */
const accents = [
  [0x300, 0x36f],
  [0x591, 0x5bd],
  [0x5bf, 0x5bf],
  [0x5c1, 0x5c2],
  [0x5c4, 0x5c5],
  [0x5c7, 0x5c7],
  [0x640, 0x640],
  [0x64b, 0x655],
  [0x670, 0x670],
]
  .flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)))
  .join('');
/** Final letters, the dotless i, letters with a stroke, and those that Arabic keyboards exchange. */
const others = Object.entries({
  ...{ ς: 'σ', ı: 'i', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't' },
  ...{ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' },
});

const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';

const stateOfItem = sql`(case
  when deleted_at is not null then 'deleted' when archived_at is not null then 'archived'
  when returned_at is not null then 'returned' when stolen_at is not null then 'stolen'
  when lost_at is not null then 'lost' else 'kept' end)`;
const stateOfTold = sql`(case when settled_at is null then 'open' when decision = 'spam' then 'spam' else 'done' end)`;

const order = (text: RawBuilder<unknown>) => sql`folded(${text}) collate "C"`;
const start = (text: RawBuilder<unknown>) => sql`folded(${text}) text_pattern_ops`;
const english = sql`coalesce(names ->> 'en', '')`;
const german = sql`coalesce(nullif(names ->> 'de', ''), names ->> 'en', '')`;

const indexes = [
  ['items_name', sql`items (${order(sql`name`)}, id)`],
  ['items_state_name', sql`items (${stateOfItem}, ${order(sql`name`)}, id)`],
  ['items_name_start', sql`items (${start(sql`name`)})`],
  ['reports_item', sql`reports (${order(sql`item_name`)}, id)`],
  ['reports_state_item', sql`reports (${stateOfTold}, ${order(sql`item_name`)}, id)`],
  ['reports_item_start', sql`reports (${start(sql`item_name`)})`],
  ['products_name', sql`products (${order(english)}, id)`],
  ['products_german_name', sql`products (${order(german)}, id)`],
  ['users_name_start', sql`users (${start(sql`display_name`)})`],
  ['orders_name_start', sql`orders (${start(sql`address ->> 'name'`)})`],
  ['orders_last_name_start', sql`orders (${start(sql`regexp_replace(address ->> 'name', '^.* ', '')`)})`],
  ['tag_batches_name', sql`tag_batches (${start(sql`name`)}) where owner_id is null`],
] as const;

const searched = [
  ['contact_requests', sql`name || ' ' || text`],
  ['products', sql`slug || ' ' || coalesce(names ->> 'en', '') || ' ' || coalesce(names ->> 'de', '')`],
  ['reviews', sql`name || ' ' || text`],
] as const;

/** Searches find “straße” by “STRASSE”, “café” by “cafe”, and sort by the same letters. The same as `folded` in JavaScript. */
export const foldedLetters: Migration = {
  async up(db) {
    const [from, to] = [others.map(([letter]) => letter).join(''), others.map(([, letter]) => letter).join('')];
    const letters = sql`translate(lower(translate(normalize($1, NFKD), ${sql.lit(accents)}, '')), ${sql.lit(from)}, ${sql.lit(to)})`;
    const spelt = sql`replace(replace(replace(replace(${letters}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
    // Most texts are of ASCII alone.
    await sql`
      create function folded(text) returns text language sql immutable parallel safe as $$
        select case when octet_length($1) = char_length($1) then lower($1) else normalize(${spelt}, NFKC) end
      $$`.execute(db);
    for (const [index, of] of indexes) {
      await sql`drop index ${sql.ref(index)}`.execute(db);
      await sql`create index ${sql.ref(index)} on ${of}`.execute(db);
    }
    await sql`drop statistics tag_batches_name_start`.execute(db);
    await sql`create statistics tag_batches_name_start on (folded(name)) from tag_batches`.execute(db);
    await sql`analyze tag_batches`.execute(db);
    const spaces = sql.lit(' '.repeat(marks.length));
    for (const [table, texts] of searched) {
      const words = sql`to_tsvector('simple', folded(translate(${texts}, ${sql.lit(marks)}, ${spaces})))`;
      const stored = sql`words tsvector generated always as (${words}) stored`;
      await sql`alter table ${sql.table(table)} drop column words`.execute(db);
      await sql`alter table ${sql.table(table)} add column ${stored}`.execute(db);
      const index = sql.ref(`${table}_words`);
      await sql`create index ${index} on ${sql.table(table)} using gin (words) with (fastupdate = off)`.execute(db);
    }
  },
};
