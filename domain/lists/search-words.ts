import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';

/** They stand between words, as in the columns `words`. */
const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';

const mostFoundFirst = 2_000;

/** The rows whose column `words` has, for each word that is searched for, one that begins so. */
export function hasWords(search: string) {
  const typed = search.split(new RegExp(`[\\s${marks}]+`)).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const starts = typed.map((word) => `'${word.replaceAll(/['\\]/g, ' ')}':*`).join(' & ');
  return sql<boolean>`words @@ to_tsquery('simple', ${starts})`;
}

/** The same rows as `fits`. What few have is found before it is sorted, or all would be walked to find it. */
export async function findBeforeSorting(
  db: Executor,
  table: 'contactRequests' | 'reviews' | 'products',
  fits: RawBuilder<boolean>,
): Promise<RawBuilder<boolean>> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where(fits)
    .limit(mostFoundFirst + 1)
    .execute();
  return rows.length > mostFoundFirst ? fits : sql<boolean>`id = any(${rows.map(({ id }) => id)})`;
}
