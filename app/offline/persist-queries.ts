import { dataFormat } from 'virtual:data-format';
import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { logOnly } from '../../browser/log-only.ts';
import { pack, unpack } from './first-pages.ts';
import { readOfflineCache, writeOfflineCache } from './offline-cache.ts';

/** What nobody has looked at for so long is not kept. */
const keptMs = 30 * 86_400_000;

/** The copy is written so long after the first of some changes, and so long after the time before. */
const soonMs = 1_000;
const pauseMs = 15_000;

/** Shows what `uid` last saw on this device until the server answers, and keeps on the device what is read from now on (C-1.08). */
export async function persistQueries(client: QueryClient, uid: string, signal: AbortSignal): Promise<void> {
  const copy = await readOfflineCache(uid);
  if (signal.aborted) return;
  if (copy?.format === dataFormat) hydrate(client, asOld(copy.queries, client));

  const writer = createWriter(async () => {
    const queries = readQueries(client);
    // What an earlier release kept stays until there is something newer.
    if (queries.queries.length > 0) await writeOfflineCache(uid, { format: dataFormat, queries });
  });
  const unsubscribe = client.getQueryCache().subscribe((event) => {
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

/** Writes a few times a minute at most, however often something changes; and at once when asked to, if anything did. */
function createWriter(write: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let writing = false;
  let stopped = false;
  const later = () => {
    if (!stopped) timer ??= setTimeout(now, Math.max(soonMs, writtenAt + pauseMs - performance.now()));
  };
  const now = async () => {
    if (timer === undefined || writing) return;
    clearTimeout(timer);
    timer = undefined;
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

/** While a page is left for another one there is still time to write; once it is hidden there may be none. */
function onLeaving(action: () => void): () => void {
  const whenHidden = () => document.visibilityState === 'hidden' && action();
  document.addEventListener('visibilitychange', whenHidden);
  addEventListener('beforeunload', action);
  return () => {
    document.removeEventListener('visibilitychange', whenHidden);
    removeEventListener('beforeunload', action);
  };
}

/** To be read again as soon as possible, whatever this device's clock says, and never in place of what was just read. */
function asOld({ queries }: DehydratedState, client: QueryClient): DehydratedState {
  const missing = unpack(queries).filter(({ queryKey }) => client.getQueryData(queryKey) === undefined);
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
