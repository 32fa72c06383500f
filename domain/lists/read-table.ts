import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import {
  columnRef,
  comesAfterIn,
  type Page,
  type Position,
  readPage,
  type SortColumn,
  sortedAfter,
} from '../../server/db/keyset.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Keys } from '../../server/secret.ts';
import type { tableRequest } from './contract/table.ts';

export type TableRequest<Sort extends string = string> = z.output<
  ReturnType<typeof tableRequest<readonly [Sort, ...Sort[]]>>
>;

type Table<Sort extends string, DB, TB extends keyof DB, Row> = {
  name: string;
  keys: Keys;
  /** The columns by which the rows can be sorted, each with an index that ends with the id. */
  sorts: Record<Sort, SortColumn>;
  /** The rows that are asked for, in no order; each has an `id`. */
  rows: SelectQueryBuilder<DB, TB, Row>;
  /** The column of the `id`, where it has another name. */
  idColumn?: string;
  /** What the rows must fit besides where something is searched for, by an index of its own. */
  search?: Search;
};

type Search = { fitting(search: string): RawBuilder<boolean> | Promise<RawBuilder<boolean>>; db: Executor };

/** The pattern of `like` for what begins so, in small letters. */
export function startOf(search: string): string {
  return `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

type Sorted<Row> = Row & { sortedBy: string };

/** Reads one page of a table of administration. */
export async function readTable<Sort extends string, DB, TB extends keyof DB, Row extends { id: string }>(
  { after, limit, ...order }: TableRequest<Sort>,
  { name, keys, sorts, rows, idColumn = 'id', search }: Table<Sort, DB, TB, Row>,
): Promise<Page<Row> | 'bad-cursor'> {
  const sorted = { ...sorts[order.sort as Sort], ascending: order.ascending, id: idColumn };
  const fits = order.search ? await search?.fitting(order.search) : undefined;
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
      if (!search || !fits) return readThose(sql`true`);
      const { those, isFull } = await narrow(rows, { fits, db: search.db }, sorted, position, most);
      const read = await readThose(those);
      // One of them left the list meanwhile: without another look, the page would seem to be the last one.
      return isFull && read.length < most ? readThose(fits) : read;
    },
    positionOf: (row) => [row.sortedBy, row.id],
  });
  if (page === 'bad-cursor') return page;
  return { ...page, rows: page.rows.map(({ sortedBy: _, ...row }) => row as unknown as Row) };
}

/** In rows, walked in the order of the page. */
const firstLooked = 1_000;
const mostLooked = 30_000;
/** With fewer among those that are looked at first, the index of the search is asked. */
const fewestHits = 3;
const mostFoundFirst = 2_000;
const mostSortedFirst = 10_000;

/**
 * Which rows the page is to be read from, and whether they are as many as it takes. What many rows fit is found by walking their order, and
 * what few fit by the index of the search: the database cannot know which is which, and the wrong way reads the whole table.
 */
async function narrow<DB, TB extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { fits, db }: { fits: RawBuilder<boolean>; db: Executor },
  sorted: SortColumn & { ascending: boolean; id: string },
  position: Position | undefined,
  most: number,
): Promise<{ those: RawBuilder<boolean>; isFull: boolean }> {
  const id = sql.ref(sorted.id);
  const column = columnRef(sorted.column);
  const direction = sql.raw(sorted.ascending ? 'asc' : 'desc');
  const inOrder = sql`order by sort_value ${direction}, id ${direction} limit ${most}`;
  const bare = rows.clearSelect();
  const idsIn = async (query: RawBuilder<{ id: string }>) => (await query.execute(db)).rows.map((row) => row.id);
  const look = (count: number) => {
    const columns = [id.as('id'), column.as('sort_value'), fits.as('fits')];
    const looked = bare.select(columns).$call(sortedAfter(position, count, sorted));
    return idsIn(sql`select id from ${looked} as looked where fits ${inOrder}`);
  };
  const oneOf = (ids: string[], isFull: boolean) => ({ those: sql<boolean>`${id} = any(${ids})`, isFull });

  const findByIndex = async () => {
    const fitting = bare.select(id.as('id')).where(fits);
    const found = await idsIn(
      sql`with found as materialized ${fitting} select id from found limit ${mostFoundFirst + 1}`,
    );
    return found.length > mostFoundFirst ? undefined : oneOf(found, false);
  };

  // Names that begin alike stand together in the order of names: walking to them reads what comes before.
  const findTogether = async (mostSorted?: number) => {
    const fitting = bare
      .select([id.as('id'), column.as('sort_value')])
      .where(fits)
      .where(comesAfterIn(position, sorted));
    const enough = mostSorted === undefined ? sql`` : sql`limit ${mostSorted + 1}`;
    const { rows } = await sql<{ id: string; of: number }>`
      with found as materialized ${fitting}, sorted as materialized (select * from found ${enough})
      select id, (select count(*)::int from sorted) as of from sorted ${inOrder}`.execute(db);
    const areMore = mostSorted !== undefined && rows[0] !== undefined && rows[0].of > mostSorted;
    if (areMore) return undefined;
    const ids = rows.map((row) => row.id);
    return oneOf(ids, ids.length === most);
  };

  const first = await look(firstLooked);
  if (first.length === most) return oneOf(first, true);
  const areFew = first.length < fewestHits;
  const few = areFew ? ((await findByIndex()) ?? (await findTogether(mostSortedFirst))) : undefined;
  if (few) return few;
  const more = await look(mostLooked);
  if (more.length === most) return oneOf(more, true);
  return (areFew ? undefined : await findByIndex()) ?? (await findTogether()) ?? oneOf([], false);
}
