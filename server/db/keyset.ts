import { createCipheriv, createDecipheriv } from 'node:crypto';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Keys } from '../secret.ts';

export type PageRequest = { after?: string | undefined; limit: number };

export type CursorPosition = string[];

export type Page<Row> = { rows: Row[]; next?: string };

type Reading<Row> = PageRequest & {
  /** Names the list and its account. A cursor is good for this list only. */
  list: string;
  keys: Keys;
  read(after: CursorPosition | undefined, limit: number): Promise<Row[]>;
  positionOf(row: Row): CursorPosition;
};

/** Reads one page of a list by keyset: rows that come or go meanwhile move no other row to another page. */
export function readPage<Row>({ read, ...reading }: Reading<Row>): Promise<Page<Row> | 'bad-cursor'> {
  return readFoundPage({ ...reading, read: async (after, limit) => ({ rows: await read(after, limit) }) });
}

type Found<Row> = { rows: Row[] /** Where looking stopped before the end. */; lookedUpTo?: CursorPosition };

/** Reads one page of a search. A page may have few rows or none although there are more: `next` goes on where looking stopped. */
export async function readFoundPage<Row>(
  reading: Omit<Reading<Row>, 'read'> & { read(after: CursorPosition | undefined, limit: number): Promise<Found<Row>> },
): Promise<Page<Row> | 'bad-cursor'> {
  const { list, after, limit, keys, read, positionOf } = reading;
  const position = after === undefined ? undefined : openCursor(list, after, keys);
  if (position === null) return 'bad-cursor';
  const found = await read(position, limit + 1);
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  const end = last ? positionOf(last) : found.lookedUpTo;
  return end ? { rows, next: sealCursor(list, end, keys) } : { rows };
}

type Newest<DB, TB extends keyof DB, Row, Name, Shown> = PageRequest & {
  list: string;
  keys: Keys;
  /** In no order. */
  rows: SelectQueryBuilder<DB, TB, Row>;
  as: Name;
  show(row: Row): Shown;
  by?: [time: string, id: string];
};

/** Reads one page of a query, the newest first: by `createdAt` and `id`, or what else has the time and is unique. */
export async function readNewest<DB, TB extends keyof DB, Row, const Name extends string, Shown>({
  rows,
  as,
  show,
  by: [time, id] = ['createdAt', 'id'],
  ...reading
}: Newest<DB, TB, Row, Name, Shown>): Promise<(Record<Name, Shown[]> & { next?: string }) | 'bad-cursor'> {
  const sorted: Sorted = { column: time, type: 'timestamptz', ascending: false, id };
  const page = await readPage({
    ...reading,
    read: (position, limit) =>
      rows
        .select(sql<string>`${sql.ref(id)}::text`.as('unique'))
        .$call(sortedAfter(position, limit, sorted))
        .execute() as Promise<unknown> as Promise<(Row & { sortedBy: string; unique: string })[]>,
    positionOf: ({ sortedBy, unique }) => [sortedBy, unique],
  });
  if (page === 'bad-cursor') return page;
  const shown = page.rows.map(({ sortedBy: _, unique: __, ...row }) => show(row as unknown as Row));
  return { ...({ [as]: shown } as Record<Name, Shown[]>), ...(page.next && { next: page.next }) };
}

export function columnRef(column: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column;
}

/** A time in microseconds, as PostgreSQL has it and JavaScript's Date does not; the same for every setting of a connection. */
export function exactTime(column: string | RawBuilder<unknown>) {
  return sql<string>`to_char(${columnRef(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export type SortColumn = {
  /** Its name, or an expression; never null. */ column: string | RawBuilder<unknown>;
  type: 'timestamptz' | 'text' | 'bigint';
  /** Of names: those that begin alike stand together. */
  isNameOrder?: true;
};

type Sorted = SortColumn & { ascending: boolean; id?: string };

export function comesAfterIn(position: CursorPosition | undefined, { column, type, ascending, id = 'id' }: Sorted) {
  if (!position) return sql<boolean>`true`;
  return sql<boolean>`(${columnRef(column)}, ${sql.ref(id)}) ${sql.raw(ascending ? '>' : '<')} (${position[0]}::${sql.raw(type)}, ${position[1]})`;
}

/** The rows after `position` of a list by any column and then by `id`; `sortedBy` is the value of the column, for the position of each. */
export function sortedAfter(position: CursorPosition | undefined, limit: number, sorted: Sorted) {
  const { column, type, ascending, id = 'id' } = sorted;
  const ref = columnRef(column);
  const direction = ascending ? 'asc' : 'desc';
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    query
      .select((type === 'timestamptz' ? exactTime(ref) : sql<string>`${ref}::text`).as('sortedBy'))
      .where(comesAfterIn(position, sorted))
      .orderBy(ref, direction)
      .orderBy(sql.ref(id), direction)
      .limit(limit);
}

const algorithm = 'aes-256-ctr';
const codeBytes = 16;

/** Encrypted, so that nobody can count messages. The IV is a MAC of the text. */
function sealCursor(list: string, position: CursorPosition, keys: Keys): string {
  const text = JSON.stringify(position);
  const code = keys.code('cursor-code', `${list} ${text}`);
  const encrypted = createCipheriv(algorithm, keys.key('cursor'), code).update(text);
  return Buffer.concat([code, encrypted]).toString('base64url');
}

function openCursor(list: string, cursor: string, keys: Keys): CursorPosition | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length <= codeBytes || bytes.toString('base64url') !== cursor) return null;
  const code = bytes.subarray(0, codeBytes);
  const text = createDecipheriv(algorithm, keys.key('cursor'), code).update(bytes.subarray(codeBytes)).toString();
  return keys.matches('cursor-code', `${list} ${text}`, code) ? (JSON.parse(text) as CursorPosition) : null;
}

type WithIsoTimes<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Exclude<Row[Name], Date> : Row[Name];
};

/** A row with its times in ISO 8601. */
export function isoTimes<Row extends object>(row: Row): WithIsoTimes<Row> {
  const written = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(written) as WithIsoTimes<Row>;
}
