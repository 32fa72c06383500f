import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import {
  type CursorPosition,
  columnRef,
  comesAfterIn,
  type Page,
  readPage,
  type SortColumn,
  sortedAfter,
} from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { folded } from './contract/folded.ts';
import type { tableRequest } from './contract/table.ts';
import { nameOrder } from './name-order.ts';

export type TableRequest<Sort extends string = string> = z.output<
  ReturnType<typeof tableRequest<readonly [Sort, ...Sort[]]>>
>;

type Listing = Pick<Services, 'db' | 'keys'>;

type Table<Sort extends string, DB, TB extends keyof DB, Row, Shown> = {
  name: string;
  /** The columns by which the rows can be sorted, each with an index that ends with the id. */
  sorts: Record<Sort, SortColumn>;
  /** In no order; each has an `id`. */
  rows: SelectQueryBuilder<DB, TB, Row>;
  idColumn?: string;
  /** What the rows must fit besides where something is searched for, by an index of its own. */
  fitting?(search: string, services: Listing): Fitting | Promise<Fitting>;
  show(row: Row): Shown;
};

/** A condition; or the name that begins with what is searched for, and the condition that is enough without it. */
type Fitting = RawBuilder<boolean> | { name: RawBuilder<unknown>; or: RawBuilder<boolean> };

/** The pattern of `like` for an address that begins so. */
export function startOf(search: string): string {
  return `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

export function foldedStartOf(search: string): string {
  return startOf(folded(search));
}

type Sorted<Row> = Row & { sortedBy: string };

export async function readTable<Sort extends string, DB, TB extends keyof DB, Row extends { id: string }, Shown>(
  { after, limit, ...order }: TableRequest<Sort>,
  { db, keys }: Listing,
  { name, sorts, rows, idColumn = 'id', fitting, show }: Table<Sort, DB, TB, Row, Shown>,
): Promise<Page<Shown> | 'bad-cursor'> {
  const sorted = { ...sorts[order.sort as Sort], ascending: order.ascending, id: idColumn };
  const filter = order.search && fitting && searchBy(order.search, await fitting(order.search, { db, keys }), sorted);
  const page = await readPage<Sorted<Row>>({
    ...(after !== undefined && { after }),
    limit,
    list: JSON.stringify([name, Object.entries(order).sort()]),
    keys,
    read: async (position, most) => {
      const readThose = (those: RawBuilder<boolean>) =>
        rows
          .where(those)
          .$call(sortedAfter(position, most, sorted))
          .execute() as Promise<unknown> as Promise<Sorted<Row>[]>;
      if (!filter) return readThose(sql`true`);
      const ids = await narrow(rows, { ...filter, db }, sorted, position, most);
      const read = await readThose(sql`${sql.ref(idColumn)} = any(${ids})`);
      // One of them left the list meanwhile: without another look, the page would seem to be the last one.
      return ids.length >= most && read.length < most ? readThose(filter.fits) : read;
    },
    positionOf: (row) => [row.sortedBy, row.id],
  });
  if (page === 'bad-cursor') return page;
  return { ...page, rows: page.rows.map(({ sortedBy: _, ...row }) => show(row as unknown as Row)) };
}

type SearchFilter = {
  fits: RawBuilder<boolean>;
  /** When names are searched in their order: the range of names that begin so, and what else fits. */
  named?: { together: RawBuilder<boolean>; or: RawBuilder<boolean> };
};

function searchBy(search: string, fitting: Fitting, { column, isNameOrder }: SortColumn): SearchFilter {
  if (!('name' in fitting)) return { fits: fitting };
  const { name, or } = fitting;
  const fits = sql<boolean>`(folded(${name}) like ${foldedStartOf(search)} or ${or})`;
  if (!isNameOrder) return { fits };
  const start = nameOrder(sql`${search}`);
  const order = columnRef(column);
  return { fits, named: { together: sql`${order} >= ${start} and ${order} < ${start} || ${lastCharacter}`, or } };
}

const lastCharacter = String.fromCodePoint(0x10ffff);

/** In rows, walked in the order of the page. */
const firstLooked = 1_000;
const mostLooked = 30_000;
/** With fewer hits among the first rows, the index of the search is used. */
const fewestHits = 3;
const mostSortedFirst = 10_000;

/** Walks the order for what many rows fit, and the search's index for what few fit: the wrong way reads the whole table. */
async function narrow<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { fits, named, db }: SearchFilter & { db: Executor },
  sorted: SortColumn & { ascending: boolean; id: string },
  position: CursorPosition | undefined,
  most: number,
): Promise<string[]> {
  const id = sql.ref(sorted.id);
  const column = columnRef(sorted.column);
  const direction = sql.raw(sorted.ascending ? 'asc' : 'desc');
  const inOrder = sql`order by sort_value ${direction}, id ${direction} limit ${most}`;
  const bare = rows.clearSelect();

  const walk = (count: number, where: RawBuilder<boolean>) =>
    bare
      .select([id.as('id'), column.as('sort_value'), fits.as('fits')])
      .where(where)
      .$call(sortedAfter(position, count, sorted));
  /** The first that fit among so many. Ends the walk when they are enough. */
  const look = async (count: number, where: RawBuilder<boolean> = sql`true`) => {
    const found = sql<{ id: string }>`select id from ${walk(count, where)} as walked where fits ${inOrder}`;
    return (await found.execute(db)).rows.map((row) => row.id);
  };
  const areFewer = async (count: number, where: RawBuilder<boolean>) => {
    const last = sql`select from ${walk(count, where)} as walked offset ${count - 1}`;
    return (await last.execute(db)).rows.length === 0;
  };

  /** Undefined where more than `mostSorted` fit. */
  const find = async (condition: RawBuilder<boolean>, mostSorted?: number) => {
    const fitting = bare
      .select([id.as('id'), column.as('sort_value')])
      .where(condition)
      .where(comesAfterIn(position, sorted));
    const enough = mostSorted === undefined ? sql`` : sql`limit ${mostSorted + 1}`;
    const { rows } = await sql<{ id: string; of: number }>`
      with found as materialized ${fitting}, sorted as materialized (select * from found ${enough})
      select id, (select count(*)::int from sorted) as of from sorted ${inOrder}`.execute(db);
    const areMore = mostSorted !== undefined && rows[0] !== undefined && rows[0].of > mostSorted;
    return areMore ? undefined : rows.map((row) => row.id);
  };

  if (named) {
    const together = await look(firstLooked, named.together);
    if (together.length === most || (await areFewer(firstLooked, named.together)))
      return [...together, ...((await find(named.or)) ?? [])];
  }
  const first = await look(firstLooked);
  if (first.length === most) return first;
  const few = first.length < fewestHits ? await find(fits, mostSortedFirst) : undefined;
  if (few) return few;
  const more = await look(mostLooked);
  return more.length === most ? more : ((await find(fits)) ?? []);
}
