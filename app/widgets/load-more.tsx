import { type UndefinedInitialDataOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { ActionButton } from '../../ui/button.tsx';
import { type LoadingMore, type LongList, type Paged, useLoadMore } from '../core/data/long-lists.ts';
import { t } from '../core/document/app-translations.ts';
import { useNoNetwork } from '../core/offline/network.ts';
import { Failure } from './form.tsx';
import { Loaded } from './loaded.tsx';

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
