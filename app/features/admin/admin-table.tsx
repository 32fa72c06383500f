// biome-ignore-all lint/a11y/noRedundantRoles: a phone draws the rows as cards, and a browser would forget what they are.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../../../functions/list.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { type LongList, longListQuery, type PageRequest, useLoadMore } from '../../core/data/long-lists.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { adminKeys, notCached } from './queries.ts';
import { TableControls, type TableOrder, useTableOrder } from './table-controls.tsx';

/** A function that lists rows in an order that is asked for. */
type TableFunction = {
  [Name in OpenFunctionName]: 'ascending' extends keyof FunctionInput<Name> ? Name : never;
}[OpenFunctionName];

type SortOf<List extends TableFunction> = Extract<
  FunctionInput<List> extends { sort?: infer Sort } ? Sort : never,
  string
>;

type ElementOf<Part> = Part extends (infer Element)[] ? Element : never;

/** Of the one list in what it answers. */
type RowOf<List extends TableFunction> = Extract<
  ElementOf<FunctionOutput<List>[keyof FunctionOutput<List>]>,
  { id: string }
>;

export type Column<List extends TableFunction> = {
  label: string;
  cell(row: RowOf<List>): ReactNode;
  /** By which the rows can be sorted. */
  sort?: SortOf<List>;
};

type AdminTableProps<List extends TableFunction> = {
  /** As the address of its file has it. */
  name: string;
  caption: string;
  searchLabel: string;
  searchHint?: string;
  list: List;
  columns: Column<List>[];
  /** By which the rows are sorted where none is asked for; the first column that can be, unless given. */
  sortedBy?: SortOf<List>;
  /** Whether they then begin with the least. */
  ascends?: boolean;
  /** The states to which the rows can be limited. */
  states?: { label: string; all: string; values: readonly string[]; labelOf(state: string): string };
  /** What is said where there is nothing, and nothing is searched for. */
  none: string;
  /** After how long the rows are read anew. */
  refreshMs?: (rows: RowOf<List>[]) => number | false;
  /** Whether the rows are read anew when something comes that an administrator looks after. */
  live?: boolean;
  /** What can be done with the rows that are chosen. */
  children?: (rows: RowOf<List>[]) => ReactNode;
};

/**
 * A table of administration: searched, sorted, read page by page, taken as CSV. The address of the page says what is asked for, so that
 * going back comes back to it. “/” goes to the search; the arrow keys go from row to row. On a phone each row is a card.
 */
export function AdminTable<List extends TableFunction>(props: AdminTableProps<List>) {
  const { name, list: listName, columns, refreshMs, live = false } = props;
  const t = useTranslations();
  const sorts = columns.flatMap(({ sort }) => sort ?? []);
  const table = useTableOrder(sorts, props.states?.values ?? []);
  const { order, change } = table;
  const sorted = order.sort ?? props.sortedBy ?? sorts[0];
  const ascending = order.ascending ?? (!order.sort && (props.ascends ?? false));
  const readPage = async (request: PageRequest): Promise<LongList<RowOf<List>>> => {
    const asked = { ...request, ...order, ascending } as FunctionInput<List>;
    const answer = Object(await callFunction(listName, asked));
    return { rows: Object.values(answer).find(Array.isArray) as RowOf<List>[], next: answer.next };
  };
  const key = [...(live ? adminKeys.needs : []), ...adminKeys.tables, name, JSON.stringify(order)];
  const list = longListQuery<RowOf<List>>(key, readPage);
  const query = useQuery({
    ...list,
    ...notCached,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data && refreshMs?.(data.rows)) ?? false,
  });
  const reading = useLoadMore(list, readPage);
  const body = useRef<HTMLTableSectionElement>(null);
  useScrollPlace(name, query.data?.rows.length ?? 0);
  const empty = order.search ? t('table.nothingFound') : order.state ? t('table.nothingHere') : props.none;
  return (
    <div className="grid gap-4">
      <TableControls {...props} {...table} ascending={ascending} />
      <Loaded query={query} failure={t('table.failed')}>
        {(list) => (
          <>
            {props.children?.(list.rows)}
            {list.rows.length === 0 ? (
              <p role="status">{empty}</p>
            ) : (
              <table className="admin-table" role="table" aria-busy={query.isPlaceholderData} onKeyDown={moveByArrow}>
                <caption className="sr-only">{props.caption}</caption>
                <thead role="rowgroup">
                  <tr role="row">
                    {columns.map(({ label, sort }) => (
                      <HeadCell
                        key={label}
                        {...{ label, sort }}
                        direction={sort === sorted ? (ascending ? 'ascending' : 'descending') : undefined}
                        onSort={change}
                      />
                    ))}
                  </tr>
                </thead>
                <tbody ref={body} role="rowgroup" data-rows>
                  {list.rows.map((row) => (
                    <tr key={row.id} role="row" data-row={row.id}>
                      {columns.map(({ label, cell }) => (
                        <td key={label} role="cell" data-label={label}>
                          {cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <LoadMore label={t('table.more')} list={list} reading={reading} rows={body} />
          </>
        )}
      </Loaded>
    </div>
  );
}

type HeadCellProps = {
  label: string;
  sort: string | undefined;
  direction: 'ascending' | 'descending' | undefined;
  onSort(change: TableOrder): void;
};

function HeadCell({ label, sort, direction, onSort }: HeadCellProps) {
  if (!sort)
    return (
      <th scope="col" role="columnheader">
        {label}
      </th>
    );
  return (
    <th scope="col" role="columnheader" aria-sort={direction}>
      <button type="button" onClick={() => onSort({ sort, ascending: direction === 'descending' })}>
        {label} <span aria-hidden="true">{direction ? (direction === 'ascending' ? '↑' : '↓') : '↕'}</span>
      </button>
    </th>
  );
}

/** The arrow keys go to the first thing to press in the row before or after. */
function moveByArrow(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = event.target instanceof Element ? event.target.closest('tr') : null;
  if (!step || !row || !(event.target instanceof HTMLElement) || event.target.matches('select, textarea')) return;
  const rows = [...event.currentTarget.rows];
  const to = rows[rows.indexOf(row) + step]?.querySelector<HTMLElement>('a, button, input');
  if (!to) return;
  event.preventDefault();
  to.focus();
}
