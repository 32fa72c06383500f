import { type RawBuilder, sql } from 'kysely';
import { folded, writtenMarks } from './contract/folded.ts';

/** They stand between words, as in the columns `words`. */
const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';

/** The expression of the indexes. */
export function wordsIn(text: string) {
  return sql.raw(`to_tsvector('simple', folded(translate(${text}, '${marks}', '${' '.repeat(marks.length)}')))`);
}

/** Whether the words have, for each that is searched for, one that begins so. */
export function hasWords(search: string, words: RawBuilder<unknown> = sql`words`) {
  const typed = search.split(new RegExp(`[\\s${marks}]+`)).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const starts = typed.map((word) => `'${folded(word).replaceAll(/['\\]/g, ' ')}':*`).join(' & ');
  return sql<boolean>`${words} @@ to_tsquery('simple', ${starts})`;
}

/** As `foldedWithMarks`. */
export function searchable(text: RawBuilder<unknown>) {
  return sql<string>`translate(folded(${text}), ${writtenMarks.typeset}, ${writtenMarks.plain})`;
}
