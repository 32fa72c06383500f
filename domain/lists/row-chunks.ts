import { type SelectQueryBuilder, sql } from 'kysely';
import { exactTime } from '../../server/db/keyset.ts';

const rowsAtOnce = 200;

/** Rows in the order of their time and id. @param first an id before all others */
export async function* byTime<DB, TB extends keyof DB, Row extends { id: string }>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  time = 'created_at',
  first = '',
): AsyncGenerator<Row[]> {
  const chunks = inChunks({ at: '-infinity', id: first }, ({ at, id }) =>
    rows
      .select(exactTime(sql.ref(time)).as('at'))
      .where(sql<boolean>`(${sql.ref(time)}, id) > (${at}::timestamptz, ${id})`)
      .orderBy(sql.ref(time))
      .orderBy(sql`id`)
      .limit(rowsAtOnce)
      .$castTo<Row & { at: string }>()
      .execute(),
  );
  for await (const chunk of chunks) yield chunk.map(({ at: _, ...row }) => row as unknown as Row);
}

/** Rows in the order of a column that each has a value of its own in. @param first a value before all others */
export function byKey<DB, TB extends keyof DB, Row, Key extends string & keyof Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  key: Key,
  first = '',
): AsyncGenerator<Row[]> {
  return inChunks(
    { [key]: first } as unknown as Row,
    (last) =>
      rows
        .where(sql<boolean>`${sql.ref(key)} > ${last[key]}`)
        .orderBy(sql.ref(key))
        .limit(rowsAtOnce)
        .execute() as Promise<Row[]>,
  );
}

/** Also reads rows that are added meanwhile. */
async function* inChunks<Key, Row extends Key>(first: Key, read: (last: Key) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last = first;
  for (;;) {
    const rows = await read(last);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

export async function* ofChunks<Row, Part>(chunks: AsyncIterable<Row[]>, read: (rows: Row[]) => AsyncIterable<Part[]>) {
  for await (const rows of chunks) yield* read(rows);
}

export async function* each<Row>(chunks: AsyncIterable<Row[]>, change: (row: Row) => unknown) {
  for await (const rows of chunks) yield rows.map(change);
}

export function without<Row extends object>(chunks: AsyncIterable<Row[]>, ...names: (string & keyof Row)[]) {
  const left = new Set<string>(names);
  return each(chunks, (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !left.has(name))));
}
