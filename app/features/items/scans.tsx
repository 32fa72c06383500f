import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type Scan, scanDays } from '../../../domain/scans/contract/schema.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { type LongList, longListQuery, type PageRequest, useLoadMore } from '../../core/data/long-lists.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';

export function Scans({ itemId }: { itemId: string }) {
  const t = useTranslations();
  const titleId = useId();
  const [withRobots, setWithRobots] = useState(false);
  return (
    <section aria-labelledby={titleId} className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2 id={titleId}>{t('scans.title')}</h2>
      <p className="text-ink-soft">{t('scans.lead', { days: scanDays })}</p>
      <Timeline itemId={itemId} />
      <details onToggle={(event) => setWithRobots(event.currentTarget.open)}>
        <summary className="min-h-12 content-center">{t('scans.robots')}</summary>
        {withRobots && <Timeline itemId={itemId} robots />}
      </details>
    </section>
  );
}

function Timeline({ itemId, robots = false }: { itemId: string; robots?: boolean }) {
  const t = useTranslations();
  const readScans = async (request: PageRequest): Promise<LongList<Scan>> => {
    const { scans, next } = await callFunction('listScans', { ...request, itemId, robots });
    return { rows: scans, next };
  };
  const query = {
    ...longListQuery(['scans', itemId, robots ? 'robots' : 'people'], readScans),
    meta: { notCached: true },
    gcTime: 60_000,
  };
  const scans = useQuery(query);
  const reading = useLoadMore(query, readScans);
  return (
    <Loaded query={scans} failure={t('scans.failed')}>
      {(list) =>
        list.rows.length === 0 ? (
          <p>{t('scans.none')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          <section tabIndex={0} aria-label={t('scans.title')} className="max-h-80 overflow-y-auto">
            <ol className="grid gap-2 border-s-2 border-line ps-4">
              {list.rows.map(({ id, kind, at }) => (
                <li key={id}>
                  <time dateTime={at}>{t.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}</time>
                  {' · '}
                  {t(`scans.${kind}`)}
                </li>
              ))}
            </ol>
            <LoadMore label={t('scans.more')} list={list} reading={reading} />
          </section>
        )
      }
    </Loaded>
  );
}
