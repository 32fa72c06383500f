import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { LastSeen, useNoNetwork } from '../offline/last-seen.tsx';
import { isUnreachable, secondsToWait } from './function-error.ts';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** What could not be read, as in “Your items could not be loaded.” */
  failure: string;
  children: (data: Data) => ReactNode;
};

/**
 * What was read; meanwhile a loading screen, and after a failure the reason and a way to try again. A page that has to wait before it asks
 * again says so. What was read before stays, and without network it is marked as what was last seen.
 */
export function Loaded<Data>({ query, failure, children }: LoadedProps<Data>) {
  const noNetwork = useNoNetwork();
  const seconds = query.isFetching ? secondsToWait(query.failureReason) : undefined;
  if (query.isPending) return seconds ? <TriesAgain seconds={seconds} /> : <LoadingScreen />;
  const isCutOff = noNetwork || isUnreachable(query.failureReason);
  return (
    <>
      {isCutOff && query.data !== undefined ? (
        <LastSeen at={query.dataUpdatedAt} />
      ) : (
        query.isError && (
          <Notice tone="error" title={failure}>
            <p>{query.error.message}</p>
            <Button type="button" variant="secondary" className="mt-3" onClick={() => query.refetch()}>
              Try again
            </Button>
          </Notice>
        )
      )}
      {seconds && <TriesAgain seconds={seconds} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

function TriesAgain({ seconds }: { seconds: number }) {
  return (
    <Notice title="Too much was asked at once.">
      <p>This page tries again by itself within {seconds === 1 ? 'a second' : `${seconds} seconds`}.</p>
    </Notice>
  );
}
