import { QueryClient } from '@tanstack/react-query';
import { FunctionError, type FunctionErrorCode, secondsToWait } from './function-error.ts';

const passing: FunctionErrorCode[] = ['internal', 'unavailable', 'deadline-exceeded', 'unknown'];

/** Offline, queries fail like any other network failure. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}

function isPassing(error: Error): boolean {
  return error instanceof FunctionError && passing.includes(error.code);
}
