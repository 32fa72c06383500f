/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew, signs of Arabic vowels. */
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
const [from, to] = [others.map(([letter]) => letter).join(''), others.map(([, letter]) => letter).join('')];
const letters = `translate(lower(translate(normalize($1, NFKD), '${accents}', '')), '${from}', '${to}')`;
const spelt = `replace(replace(replace(replace(${letters}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;

/** `folded` does what its namesake in JavaScript does: searches find “straße” by “STRASSE”. Most texts are of ASCII alone. */
export const databaseFunctions = `
create function folded(text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = char_length($1) then lower($1) else normalize(${spelt}, NFKC) end
$$;
create function refuse_change() returns trigger language plpgsql as $$ begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create function refuse_audit_change() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '730 days' then return old; end if;
  raise exception 'Entries of the audit are only added.';
end $$;
`;

const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';

/** What a search of these texts looks into. */
export function searchVector(texts: string): string {
  return `to_tsvector('simple', folded(translate(${texts}, '${marks}', '${' '.repeat(marks.length)}')))`;
}

export const itemState = `(case
  when deleted_at is not null then 'deleted' when archived_at is not null then 'archived'
  when returned_at is not null then 'returned' when stolen_at is not null then 'stolen'
  when lost_at is not null then 'lost' else 'kept' end)`;

export const reportState = `(case
  when settled_at is null then 'open' when decision = 'spam' then 'spam' else 'done' end)`;

export const orderState = `(case
  when refunded_at is not null then 'refunded' when cancelled_at is not null then 'cancelled'
  when delivered_at is not null then 'delivered' when shipped_at is not null then 'shipped'
  when packed_at is not null then 'packed' when paid_at is not null then 'paid' else 'placed' end)`;
