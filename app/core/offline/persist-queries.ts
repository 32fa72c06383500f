import { dataFormat } from 'virtual:data-format';
import { type DehydratedState, dehydrate, hydrate } from '@tanstack/react-query';
import { logOnly } from '../../../browser/log-only.ts';
import { queryClient } from '../data/query-client.ts';
import { pack, unpack } from './first-pages.ts';
import { readOfflineCache, writeOfflineCache } from './offline-cache.ts';

const keptMs = 30 * 86_400_000;

const soonMs = 1_000;
const pauseMs = 15_000;

export async function persistQueries(uid: string, signal: AbortSignal): Promise<void> {
  const copy = await readOfflineCache(uid);
  if (signal.aborted) return;
  if (copy?.format === dataFormat) hydrate(queryClient, asOld(copy.queries));

  const writer = createWriter(async () => {
    const queries = readQueries();
    if (queries.queries.length > 0) await writeOfflineCache(uid, { format: dataFormat, queries });
  });
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') writer.later();
  });
  writer.later();
  const stopWatching = onLeaving(writer.now);
  signal.addEventListener('abort', () => {
    unsubscribe();
    stopWatching();
    writer.stop();
  });
}

function createWriter(write: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing = false;
  let stopped = false;
  const later = () => {
    if (!stopped) timer ??= setTimeout(now, Math.max(soonMs, writtenAt + pauseMs - performance.now()));
  };
  const now = async () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    if (writing) return later();
    writing = true;
    writtenAt = performance.now();
    await write().catch(logOnly('What was read is not kept'));
    writing = false;
  };
  const stop = () => {
    stopped = true;
    clearTimeout(timer);
  };
  return { later, now, stop };
}

/** A page that is left still has time to write; a hidden one may have none. */
function onLeaving(action: () => void): () => void {
  const whenHidden = () => document.visibilityState === 'hidden' && action();
  document.addEventListener('visibilitychange', whenHidden);
  addEventListener('beforeunload', action);
  return () => {
    document.removeEventListener('visibilitychange', whenHidden);
    removeEventListener('beforeunload', action);
  };
}

/** Restored data counts as old, so it is read anew. It never replaces what was just read. */
function asOld({ queries }: DehydratedState): DehydratedState {
  const missing = unpack(queries).filter(({ queryKey }) => queryClient.getQueryData(queryKey) === undefined);
  return {
    mutations: [],
    queries: missing.map(({ state, ...query }) => ({
      ...query,
      state: {
        ...state,
        dataUpdatedAt: Math.min(state.dataUpdatedAt, Date.now()),
        isInvalidated: true,
        // Otherwise a page takes the copy for what it has just read.
        dataUpdateCount: 0,
        errorUpdateCount: 0,
      },
    })),
  };
}

function readQueries(): DehydratedState {
  const { queries } = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ state, meta }) =>
      state.data !== undefined && meta?.notCached !== true && state.dataUpdatedAt > Date.now() - keptMs,
  });
  return {
    mutations: [],
    queries: pack(queries).map((query) => ({ ...query, state: { ...query.state, ...succeeded } })),
  };
}

const succeeded = {
  status: 'success',
  fetchStatus: 'idle',
  error: null,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  isInvalidated: false,
} as const;
