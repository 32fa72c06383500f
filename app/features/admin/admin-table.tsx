// biome-ignore-all lint/a11y/noRedundantRoles: a phone draws the rows as cards, and a browser would forget what they are.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { maxTableSearch } from '../../../domain/lists/contract/page-size.ts';
import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../../../functions/list.ts';
import { tableFilePath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { FunctionError } from '../../core/data/function-error.ts';
import { type LongList, longListQuery, type PageRequest, useLoadMore } from '../../core/data/long-lists.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { useScrollPlace } from '../../widgets/scroll-place.ts';
import { adminKeys, notCached } from './queries.ts';

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

type TableOrder = {
  search?: string;
  sort?: string;
  ascending?: boolean;
  /** To which the rows are limited; all without it. */
  state?: string;
};

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
  states?: { label: string; all: string; options: { value: string; label: string }[] };
  /** What is said where there is nothing, and nothing is searched for. */
  none: string;
  /** After how long the rows are read anew. */
  refreshMs?: (rows: RowOf<List>[]) => number | false;
  /** Whether the rows are read anew when something comes that an administrator looks after. */
  live?: boolean;
  /** What can be done with the rows that are chosen. */
  children?: (rows: RowOf<List>[]) => ReactNode;
};

const pauseMs = 250;

/**
 * A table of administration: searched, sorted, read page by page, taken as CSV. The address of the page says what is asked for, so that
 * going back comes back to it. “/” goes to the search; the arrow keys go from row to row. On a phone each row is a card.
 */
export function AdminTable<List extends TableFunction>({
  name,
  caption,
  searchLabel,
  searchHint,
  list: listName,
  columns,
  none,
  states,
  sortedBy,
  ascends = false,
  refreshMs,
  live = false,
  children,
}: AdminTableProps<List>) {
  const t = useTranslations();
  const { order, change, arrival } = useTableOrder({
    sorts: columns.flatMap(({ sort }) => sort ?? []),
    states: states?.options.map(({ value }) => value) ?? [],
  });
  const sorted = order.sort ?? sortedBy ?? columns.find(({ sort }) => sort)?.sort;
  const { search: searched, sort, state } = order;
  const ascending = order.ascending ?? (!sort && ascends);
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
  const search = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useSlashKey(search);
  useScrollPlace(name, query.data?.rows.length ?? 0);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3" ref={search}>
        <Search key={arrival} label={searchLabel} hint={searchHint} searched={searched} onSearch={change} />
        {states && (
          <Select
            label={states.label}
            name="state"
            value={state ?? ''}
            options={[{ value: '', label: states.all }, ...states.options]}
            onChange={({ target }) => change({ state: target.value })}
          />
        )}
        <LinkButton
          href={tableFilePath(name, { search: searched, sort, ascending: sort && (ascending ? 'yes' : 'no'), state })}
          variant="secondary"
          download
          onClick={openWhenProved}
        >
          {t('table.download')}
        </LinkButton>
      </div>
      <Loaded query={query} failure={t('table.failed')}>
        {(list) => (
          <>
            {children?.(list.rows)}
            {list.rows.length === 0 ? (
              <p role="status">{searched ? t('table.nothingFound') : state ? t('table.nothingHere') : none}</p>
            ) : (
              <table className="admin-table" role="table" aria-busy={query.isPlaceholderData} onKeyDown={moveByArrow}>
                <caption className="sr-only">{caption}</caption>
                <thead role="rowgroup">
                  <tr role="row">
                    {columns.map(({ label, sort: each }) => (
                      <HeadCell
                        key={label}
                        label={label}
                        sort={each}
                        direction={each === sorted ? (ascending ? 'ascending' : 'descending') : undefined}
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

type SearchProps = {
  label: string;
  hint: string | undefined;
  searched: string | undefined;
  onSearch(change: TableOrder): void;
};

function Search({ label, hint, searched = '', onSearch }: SearchProps) {
  const [typed, setTyped] = useState(searched);
  useEffect(() => {
    const timer = setTimeout(() => typed.trim() !== searched && onSearch({ search: typed.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, searched, onSearch]);
  return (
    <search className="min-w-0 grow basis-60">
      <TextField
        label={label}
        hint={hint}
        name="search"
        type="search"
        maxLength={maxTableSearch}
        value={typed}
        aria-keyshortcuts="/"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}

type AskedTable = {
  order: TableOrder;
  change(changed: TableOrder): void;
  /** Another one when a link or going back led here: what was typed before is over. */
  arrival: string;
};

/** A sort or a state that there is not is as none. */
function useTableOrder(known: { sorts: string[]; states: string[] }): AskedTable {
  const [params, setParams] = useSearchParams();
  const { key, state: marked } = useLocation();
  const arrival = marked?.arrival ?? key;
  const [search, ascending] = [params.get('search'), params.get('ascending')];
  const sort = known.sorts.find((each) => each === params.get('sort'));
  const state = known.states.find((each) => each === params.get('state'));
  const order: TableOrder = {
    ...(search && { search }),
    ...(sort && { sort }),
    ...(ascending && { ascending: true }),
    ...(state && { state }),
  };
  const change = useCallback(
    (changed: TableOrder) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries({ ...changed })) {
            next.delete(name);
            if (value) next.set(name, value === true ? 'yes' : value);
          }
          return next;
        },
        { replace: true, state: { arrival } },
      );
    },
    [setParams, arrival],
  );
  return { order, change, arrival };
}

/** “/” goes to the search, unless something is being typed. */
function useSlashKey(place: { current: HTMLElement | null }): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const types = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key !== '/' || types || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      place.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
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

/** The browser could not ask for the second factor itself. */
export async function openWhenProved(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault();
  const { href, target } = event.currentTarget;
  if (!(await isProved())) return;
  // A browser may allow no new window that long after the press.
  if (!window.open(href, target || '_self')) location.assign(href);
}

/** Asks for the second factor where it is due. Whatever else is wrong, the file's own answer says. */
export async function isProved(): Promise<boolean> {
  try {
    await callFunction('checkSecondFactor', {});
  } catch (error) {
    return !(error instanceof FunctionError && error.code === 'permission-denied');
  }
  return true;
}
