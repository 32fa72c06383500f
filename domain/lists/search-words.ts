import { sql } from 'kysely';
import { folded } from './contract/folded.ts';

/** They stand between words, as in the columns `words`. */
const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';

/** Whether the column `words` has, for each word that is searched for, one that begins so. */
export function hasWords(search: string) {
  const typed = search.split(new RegExp(`[\\s${marks}]+`)).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const starts = typed.map((word) => `'${folded(word).replaceAll(/['\\]/g, ' ')}':*`).join(' & ');
  return sql<boolean>`words @@ to_tsquery('simple', ${starts})`;
}
