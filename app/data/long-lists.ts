import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { longestPage, usualPage } from '../../domain/lists/contract/page-size.ts';
import { FunctionError, reasonOf } from './function-error.ts';

/** A list from its beginning, as far as it was read. */
export type LongList<Row> = {
  rows: Row[];
  /** Where the next page begins; missing when the list is read to its end. */
  next?: string | undefined;
  /** This comes from the offline copy, which holds no more of it. */
  cut?: true;
};

export type PageRequest = { after?: string | undefined; limit?: number };

type ReadPage<Row> = (request: PageRequest, client: QueryClient) => Promise<LongList<Row>>;

/** Beyond so many rows a list is not read anew; who scrolls on reads them again. */
const mostReadAnew = 5 * longestPage;

/** A list that is read a page at a time. Whenever it is read anew, it is as far as it was read before. */
export function longListQuery<Row extends { id: string }>(queryKey: string[], readPage: ReadPage<Row>) {
  return queryOptions({
    queryKey,
    queryFn: ({ client }) => {
      const count = client.getQueryData<LongList<Row>>(queryKey)?.rows.length ?? 0;
      return readAsFarAs(Math.min(count, mostReadAnew), (request) => readPage(request, client));
    },
  });
}

async function readAsFarAs<Row extends { id: string }>(
  count: number,
  readPage: (request: PageRequest) => Promise<LongList<Row>>,
): Promise<LongList<Row>> {
  const limitFor = (missing: number) => Math.min(Math.max(missing, usualPage), longestPage);
  let list = await readPage({ limit: limitFor(count) });
  while (list.next && list.rows.length < count) {
    list = withPage(list, await readPage({ after: list.next, limit: limitFor(count - list.rows.length) }));
  }
  return list;
}

/** The list with the page behind it; what moved here from further up meanwhile stands where it stood. */
function withPage<Row extends { id: string }>(list: LongList<Row>, page: LongList<Row>): LongList<Row> {
  const known = new Set(list.rows.map(({ id }) => id));
  return { ...page, rows: [...list.rows, ...page.rows.filter(({ id }) => !known.has(id))] };
}

/** Reading on, and how that goes. */
export type ReadingOn = { read(): void; isReading: boolean; error: Error | null };

/** Reads the page behind a list, and puts it there. */
export function useReadOn<Row extends { id: string }>(
  { queryKey }: { queryKey: readonly string[] },
  readPage: ReadPage<Row>,
): ReadingOn {
  const client = useQueryClient();
  return useOnePage(async () => {
    const next = client.getQueryData<LongList<Row>>(queryKey)?.next;
    if (!next) return;
    const page = await readPage({ after: next }, client);
    // What was read anew meanwhile may end elsewhere.
    client.setQueryData<LongList<Row>>(queryKey, (list) => (list?.next === next ? withPage(list, page) : list));
  }, queryKey);
}

/** One page at a time. A cursor that is no longer good makes the list be read anew. */
export function useOnePage(mutationFn: () => Promise<void>, queryKey: readonly string[]): ReadingOn {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn,
    onError: (failure) => {
      if (failure instanceof FunctionError && reasonOf(failure) === 'bad-cursor')
        client.invalidateQueries({ queryKey });
    },
  });
  return { read: () => !isPending && mutate(), isReading: isPending, error };
}
