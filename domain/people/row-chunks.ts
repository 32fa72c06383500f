import { type SelectQueryBuilder, sql } from 'kysely';
import { exactTime } from '../../server/db/keyset.ts';

export const rowsAtOnce = 200;
const beginning = { at: '-infinity', id: '' };

/** Rows that have a time and an id, in this order, with the time as `at`. */
export function byTime<DB, TB extends keyof DB, Row extends { id: string }>(rows: SelectQueryBuilder<DB, TB, Row>) {
  return inChunks(beginning, ({ at, id }) =>
    rows
      .select(exactTime('createdAt').as('at'))
      .where(sql<boolean>`(created_at, id) > (${at}::timestamptz, ${id})`)
      .orderBy(sql`created_at`)
      .orderBy(sql`id`)
      .limit(rowsAtOnce)
      .$castTo<Row & { at: string }>()
      .execute(),
  );
}

/** Also reads rows that are added meanwhile. */
export async function* inChunks<Key, Row extends Key>(
  first: Key,
  read: (last: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last = first;
  for (;;) {
    const rows = await read(last);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

export async function* ofChunks<Row, Part>(
  chunks: AsyncIterable<Row[]>,
  read: (rows: Row[]) => AsyncIterable<Part[]>,
): AsyncGenerator<Part[]> {
  for await (const rows of chunks) yield* read(rows);
}

export async function* each<Row>(
  chunks: AsyncIterable<Row[]>,
  change: (row: Row) => unknown,
): AsyncGenerator<unknown[]> {
  for await (const rows of chunks) yield rows.map(change);
}
