import { type Query, QueryClient } from '@tanstack/react-query';
import { FunctionError, type FunctionErrorCode, secondsToWait } from './call-function.ts';

const passing: FunctionErrorCode[] = ['internal', 'unavailable', 'deadline-exceeded', 'unknown'];

/** Offline, queries fail like any other network failure. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && (isPassing(error) || secondsToWait(error) !== undefined),
      retryDelay: (failures, error) => (secondsToWait(error) ?? 2 ** failures) * 1000,
    },
    mutations: { networkMode: 'always' },
  },
});

const outdated = new WeakSet<Query>();

// A first answer that was on its way when its query became outdated may lack what is new, and TanStack Query takes it for current.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  const isFirst = query.state.data === undefined && query.state.fetchStatus === 'fetching';
  if (action.type === 'invalidate' && isFirst) outdated.add(query);
  else if (action.type === 'success' && outdated.delete(query)) {
    const { queryKey } = query;
    void queryClient.invalidateQueries({ queryKey, exact: true });
  }
});

function isPassing(error: Error): boolean {
  return error instanceof FunctionError && passing.includes(error.code);
}
