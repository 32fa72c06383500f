import { type UndefinedInitialDataOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { ActionButton } from '../../ui/button.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { isUnreachable, secondsToWait } from '../core/data/call-function.ts';
import { type LoadingMore, type LongList, type Paged, useLoadMore } from '../core/data/function-queries.ts';
import { t } from '../core/document/app-translations.ts';
import { useNoNetwork } from '../core/offline/network.ts';
import { Failure } from './form.tsx';
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
  return <Alert title={t('loading.tooMuch')}>{t('loading.triesAgain', { seconds })}</Alert>;
}

type PagedListProps<Row> = {
  // biome-ignore lint/suspicious/noExplicitAny: the key of a query is nothing to its reader
  of: UndefinedInitialDataOptions<LongList<Row>, Error, LongList<Row>, any> & Paged<Row>;
  failure: string;
  more: string;
  children(list: LongList<Row>, more: ReactNode): ReactNode;
};

/** A list that is read a page at a time. `children` places the button for more. */
export function PagedList<Row extends { id: string }>({ of, failure, more, children }: PagedListProps<Row>) {
  const query = useQuery(of);
  const reading = useLoadMore(of);
  return (
    <Loaded query={query} failure={failure}>
      {(list) => children(list, <LoadMore label={more} list={list} reading={reading} />)}
    </Loaded>
  );
}

type LoadMoreProps = {
  label: string;
  list: { next?: string | undefined; cut?: true };
  reading: LoadingMore;
  rows?: RefObject<HTMLElement | null>;
};

const aheadPx = 600;
const rowOf = 'li, tr';

export function LoadMore({ label, list: { next, cut }, reading, rows }: LoadMoreProps) {
  const noNetwork = useNoNetwork();
  const place = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number>(undefined);
  const { isReading, error } = reading;
  const read = useEffectEvent(reading.read);
  const press = () => {
    firstNew.current = rows?.current?.querySelectorAll(rowOf).length;
    reading.read();
  };

  const readsByItself = next !== undefined && !isReading && !error && !noNetwork;
  useEffect(() => {
    if (!readsByItself || !place.current || !('IntersectionObserver' in globalThis)) return;
    const options = { rootMargin: `${aheadPx}px`, scrollMargin: `${aheadPx}px` };
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && read(),
      options,
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [readsByItself]);

  // The rows may be drawn after the reading has ended: until then the focus waits.
  useEffect(() => {
    if (error) firstNew.current = undefined;
    if (isReading || firstNew.current === undefined) return;
    const row = rows?.current?.querySelectorAll(rowOf)[firstNew.current];
    if (!row && next) return;
    row?.querySelector<HTMLElement>('a, button, input')?.focus();
    firstNew.current = undefined;
  }, [isReading, error, next, rows]);

  if (!next) return cut && noNetwork ? <p className="py-3 text-ink-soft">{t('offline.moreElsewhere')}</p> : null;
  return (
    <div ref={place} className="grid justify-items-center gap-3 py-3">
      <Failure error={error} title={t('loading.failed')} />
      <ActionButton aria-disabled={isReading} onClick={press}>
        {isReading ? t('loading.more') : error ? t('screen.tryAgain') : label}
      </ActionButton>
    </div>
  );
}
