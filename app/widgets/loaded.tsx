import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { ActionButton } from '../../ui/button.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { isUnreachable, secondsToWait } from '../core/data/function-error.ts';
import { t } from '../core/document/app-translations.ts';
import { useNoNetwork } from '../core/offline/network.ts';
import { LastSeen } from './last-seen.tsx';

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  failure: string;
  children: (data: Data) => ReactNode;
};

/** What was read; a loading screen before, and the reason after a failure. What was read before a failure stays. */
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
          <Alert tone="error" title={failure}>
            <p>{query.error.message}</p>
            <ActionButton className="mt-3" onClick={() => query.refetch()}>
              {t('screen.tryAgain')}
            </ActionButton>
          </Alert>
        )
      )}
      {seconds && <TriesAgain seconds={seconds} />}
      {query.data !== undefined && children(query.data)}
    </>
  );
}

function TriesAgain({ seconds }: { seconds: number }) {
  return (
    <Alert title={t('loading.tooMuch')}>
      <p>{t('loading.triesAgain', { seconds })}</p>
    </Alert>
  );
}
