import { useState } from 'react';
import { scanDays } from '../../../domain/scans/contract/schema.ts';
import { t } from '../../core/document/app-translations.ts';
import { PagedList } from '../../widgets/loaded.tsx';
import { scansQuery } from './scans-query.ts';

export function Scans({ itemId }: { itemId: string }) {
  const [withRobots, setWithRobots] = useState(false);
  return (
    <>
      <p className="text-ink-soft">{t('scans.lead', { days: scanDays })}</p>
      <Timeline itemId={itemId} />
      <details onToggle={(event) => setWithRobots(event.currentTarget.open)}>
        <summary className="min-h-12 content-center">{t('scans.robots')}</summary>
        {withRobots && <Timeline itemId={itemId} robots />}
      </details>
    </>
  );
}

function Timeline({ itemId, robots = false }: { itemId: string; robots?: boolean }) {
  return (
    <PagedList of={scansQuery(itemId, robots)} failure={t('scans.failed')} more={t('scans.more')}>
      {(list, more) =>
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
            {more}
          </section>
        )
      }
    </PagedList>
  );
}
