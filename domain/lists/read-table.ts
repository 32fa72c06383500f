import type { SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import { type Page, readPage, type SortColumn, sortedAfter } from '../../server/db/keyset.ts';
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
};

/** The pattern of `like` for what begins so, in small letters. */
export function startOf(search: string): string {
  return `${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}

type Sorted<Row> = Row & { sortedBy: string };

/** Reads one page of a table of administration. */
export async function readTable<Sort extends string, DB, TB extends keyof DB, Row extends { id: string }>(
  { after, limit, ...order }: TableRequest<Sort>,
  { name, keys, sorts, rows, idColumn = 'id' }: Table<Sort, DB, TB, Row>,
): Promise<Page<Row> | 'bad-cursor'> {
  const sorted = { ...sorts[order.sort as Sort], ascending: order.ascending, id: idColumn };
  const page = await readPage<Sorted<Row>>({
    ...(after !== undefined && { after }),
    limit,
    list: JSON.stringify([name, Object.entries(order).sort()]),
    keys,
    read: (position, most) =>
      rows.$call(sortedAfter(position, most, sorted)).execute() as Promise<unknown> as Promise<Sorted<Row>[]>,
    positionOf: (row) => [row.sortedBy, row.id],
  });
  if (page === 'bad-cursor') return page;
  return { ...page, rows: page.rows.map(({ sortedBy: _, ...row }) => row as unknown as Row) };
}
