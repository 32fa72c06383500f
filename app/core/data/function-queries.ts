import { queryOptions, useMutation } from '@tanstack/react-query';
import { defaultPageSize, maxPageSize } from '../../../domain/lists/contract/page-size.ts';
import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../../../functions/list.ts';
import { callFunction, reasonOf } from './call-function.ts';
import { queryClient } from './query-client.ts';

/** What a function answers. The device keeps it for when there is no network. */
export function functionQuery<Name extends OpenFunctionName>(
  queryKey: readonly unknown[],
  name: Name,
  input: FunctionInput<Name>,
) {
  return queryOptions({ queryKey, queryFn: () => callFunction(name, input) });
}

export const notCached = { meta: { notCached: true } };

/** What a function answers, and the device does not keep. */
export function onlineQuery<Name extends OpenFunctionName>(...asked: Parameters<typeof functionQuery<Name>>) {
  return { ...functionQuery(...asked), ...notCached };
}

export type LongList<Row> = {
  rows: Row[];
  next?: string | undefined;
  /** From the offline copy, which holds no more of it. */
  cut?: true;
};

export type PageRequest = { after?: string | undefined; limit?: number };

type ReadPage<Row> = (request: PageRequest) => Promise<LongList<Row>>;

export type Paged<Row> = { queryKey: readonly string[]; readPage: ReadPage<Row> };

type ListFunction = {
  [Name in OpenFunctionName]: 'after' extends keyof FunctionInput<Name> ? Name : never;
}[OpenFunctionName];

type ElementOf<Part> = Part extends (infer Element)[] ? Element : never;

export type RowOf<List extends ListFunction> = ElementOf<FunctionOutput<List>[keyof FunctionOutput<List>]>;

const mostReadAnew = 5 * maxPageSize;

/** What a function lists, as far as it was read. @param idOf for rows that have no id */
export function longListQuery<List extends ListFunction>(
  queryKey: readonly string[],
  name: List,
  input: Omit<FunctionInput<List>, 'after' | 'limit'>,
  idOf?: (row: RowOf<List>) => string,
) {
  return pagedQuery(queryKey, async (request): Promise<LongList<RowOf<List> & { id: string }>> => {
    const answer = Object(await callFunction(name, { ...request, ...input } as FunctionInput<List>));
    const rows = Object.values(answer).find(Array.isArray) as (RowOf<List> & { id: string })[];
    return { rows: idOf ? rows.map((row) => ({ ...row, id: idOf(row) })) : rows, next: answer.next };
  });
}

/** What a function lists, and the device does not keep. */
export function onlineListQuery<List extends ListFunction>(...asked: Parameters<typeof longListQuery<List>>) {
  return { ...longListQuery(...asked), ...notCached };
}

export function pagedQuery<Row extends { id: string }>(queryKey: readonly string[], readPage: ReadPage<Row>) {
  const query = queryOptions({
    queryKey,
    queryFn: () => {
      const count = queryClient.getQueryData<LongList<Row>>(queryKey)?.rows.length ?? 0;
      return readAsFarAs(Math.min(count, mostReadAnew), readPage);
    },
  });
  return { ...query, readPage };
}

async function readAsFarAs<Row extends { id: string }>(count: number, readPage: ReadPage<Row>): Promise<LongList<Row>> {
  const limitFor = (missing: number) => Math.min(Math.max(missing, defaultPageSize), maxPageSize);
  let list = await readPage({ limit: limitFor(count) });
  while (list.next && list.rows.length < count) {
    list = withPage(list, await readPage({ after: list.next, limit: limitFor(count - list.rows.length) }));
  }
  return list;
}

function withPage<Row extends { id: string }>(list: LongList<Row>, page: LongList<Row>): LongList<Row> {
  const known = new Set(list.rows.map(({ id }) => id));
  return { ...page, rows: [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}

export type LoadingMore = { read(): void; isReading: boolean; error: Error | null };

export function useLoadMore<Row extends { id: string }>({ queryKey, readPage }: Paged<Row>): LoadingMore {
  return useOnePage(async () => {
    const next = queryClient.getQueryData<LongList<Row>>(queryKey)?.next;
    if (!next) return;
    const page = await readPage({ after: next });
    queryClient.setQueryData<LongList<Row>>(queryKey, (list) => (list?.next === next ? withPage(list, page) : list));
  }, queryKey);
}

/** One page at a time. A bad cursor makes the list be read anew. */
export function useOnePage(mutationFn: () => Promise<void>, queryKey: readonly string[]): LoadingMore {
  const { mutate, isPending, error } = useMutation({
    mutationFn,
    onError: (failure) => {
      if (reasonOf(failure) === 'bad-cursor') queryClient.invalidateQueries({ queryKey });
    },
  });
  return { read: () => !isPending && mutate(), isReading: isPending, error };
}
