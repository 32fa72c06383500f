// biome-ignore-all lint/a11y/noRedundantRoles: a phone draws the rows as cards, and a browser would forget what they are.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { FunctionInput, OpenFunctionName } from '../../../functions/list.ts';
import { longListQuery, notCached, type RowOf, useLoadMore } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { Loaded, LoadMore } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { adminKeys } from './queries.ts';
import { TableControls, type TableOrder, type TableProps, useTableOrder } from './table-controls.tsx';

type TableFunction = {
  [Name in OpenFunctionName]: 'ascending' extends keyof FunctionInput<Name> ? Name : never;
}[OpenFunctionName];

type SortOf<List extends TableFunction> = Extract<
  FunctionInput<List> extends { sort?: infer Sort } ? Sort : never,
  string
>;

export type Column<List extends TableFunction> = {
  label: string;
  cell(row: RowOf<List>, place: number): ReactNode;
  sort?: SortOf<List>;
  isSum?: true;
};

type AdminTableProps<List extends TableFunction> = TableProps & {
  caption: string;
  list: List;
  columns: Column<List>[];
  sortedBy?: SortOf<List>;
  ascends?: boolean;
  none: string;
  refreshMs?: (rows: RowOf<List>[]) => number | false;
  live?: boolean;
  children?: (rows: RowOf<List>[]) => ReactNode;
};

/** A table of administration. The address of the page says what is asked for, so that going back comes back to it. */
export function AdminTable<List extends TableFunction>(props: AdminTableProps<List>) {
  const { name, list: listName, columns, refreshMs, live = false } = props;
  const sorts = columns.flatMap(({ sort }) => sort ?? []);
  const table = useTableOrder(sorts, props.states?.values ?? []);
  const { order, change } = table;
  const sorted = order.sort ?? props.sortedBy ?? sorts[0];
  const ascending = order.ascending ?? (!order.sort && (props.ascends ?? false));
  const key = [...(live ? adminKeys.needs : []), ...adminKeys.tables, name, JSON.stringify(order)];
  const list = longListQuery(key, listName, { ...order, ascending } as unknown as FunctionInput<List>);
  const query = useQuery({
    ...list,
    ...notCached,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data && refreshMs?.(data.rows)) ?? false,
  });
  const reading = useLoadMore(list);
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
              <table
                className="admin-table in-cards"
                role="table"
                aria-busy={query.isPlaceholderData}
                onKeyDown={moveByArrow}
              >
                <caption className="sr-only">{props.caption}</caption>
                <thead role="rowgroup">
                  <tr role="row">
                    {columns.map(({ label, sort, isSum }) => (
                      <HeadCell
                        key={label}
                        {...{ label, sort, isSum }}
                        direction={sort === sorted ? (ascending ? 'ascending' : 'descending') : undefined}
                        onSort={change}
                      />
                    ))}
                  </tr>
                </thead>
                <tbody ref={body} role="rowgroup" data-rows>
                  {list.rows.map((row, place) => (
                    <tr key={row.id} role="row" data-row={row.id}>
                      {columns.map(({ label, cell, isSum }) => (
                        <td key={label} role="cell" data-label={label} data-sum={isSum}>
                          {cell(row, place)}
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
  isSum: true | undefined;
  direction: 'ascending' | 'descending' | undefined;
  onSort(change: TableOrder): void;
};

function HeadCell({ label, sort, isSum, direction, onSort }: HeadCellProps) {
  if (!sort)
    return (
      <th scope="col" role="columnheader">
        {label}
      </th>
    );
  return (
    <th scope="col" role="columnheader" aria-sort={direction} data-sum={isSum}>
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
