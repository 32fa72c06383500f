import { dataFormat } from 'virtual:data-format';
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { logOnly } from '../../browser/log-only.ts';
import { readOfflineCache, writeOfflineCache } from './offline-cache.ts';

/** What nobody has looked at for so long is not kept. */
const keptMs = 30 * 86_400_000;

/** Shows what `uid` last saw on this device until the server answers, and keeps on the device what is read from now on (C-1.08). */
export async function persistQueries(client: QueryClient, uid: string, signal: AbortSignal): Promise<void> {
  const copy = await readOfflineCache(uid);
  if (signal.aborted) return;
  if (copy?.format === dataFormat) hydrate(client, asOld(copy.queries, client));

  const failed = logOnly('What was read is not kept');
  let writing = false;
  let changed = false;
  const write = async () => {
    changed = true;
    if (writing) return;
    writing = true;
    while (changed && !signal.aborted) {
      changed = false;
      const queries = readQueries(client);
      // What an earlier release kept stays until there is something newer.
      if (queries.queries.length > 0) await writeOfflineCache(uid, { format: dataFormat, queries }).catch(failed);
    }
    writing = false;
  };
  const unsubscribe = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'added' || type === 'updated') write();
  });
  signal.addEventListener('abort', unsubscribe);
  await write();
}

/** To be read again as soon as possible, whatever this device's clock says, and never in place of what was just read. */
function asOld({ queries }: DehydratedState, client: QueryClient): DehydratedState {
  const missing = queries.filter(({ queryKey }) => client.getQueryData(queryKey) === undefined);
  return {
    mutations: [],
    queries: missing.map(({ state, ...query }) => ({
      ...query,
      state: { ...state, dataUpdatedAt: Math.min(state.dataUpdatedAt, Date.now()), isInvalidated: true },
    })),
  };
}

/** Everything that was read, also what could not be read again since. */
function readQueries(client: QueryClient): DehydratedState {
  const { queries } = dehydrate(client, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ state, meta }) =>
      state.data !== undefined && meta?.ofDevice !== true && state.dataUpdatedAt > Date.now() - keptMs,
  });
  return { mutations: [], queries: queries.map((query) => ({ ...query, state: { ...query.state, ...succeeded } })) };
}

const succeeded = {
  status: 'success',
  fetchStatus: 'idle',
  error: null,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  isInvalidated: false,
} as const;
