import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Period, periods } from '../../../domain/today/contract/periods.ts';
import type { Need, Today } from '../../../domain/today/contract/schema.ts';
import { adminSitePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { useMaintenance } from '../../core/data/maintenance.ts';
import { t } from '../../core/document/app-translations.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { useChangingParams } from '../../widgets/search-params.ts';
import { Section, secretAdvice } from './admin-page.tsx';
import { Periods } from './charts.tsx';
import { stateOfMaintenance } from './maintenance-switch.tsx';
import { AskedFile } from './proved-files.tsx';
import { needsQuery, statisticsQuery, turnoverQuery } from './queries.ts';
import { Counts, Sales } from './statistics.tsx';

/** C-2.03: what needs an administrator, and what happened. All is drawn together: nothing pushes another part down when it comes. */
export function AdminToday() {
  const [params, change] = useChangingParams();
  const [period, setPeriod] = useState(() => periods.find((days) => String(days) === params.get('days')) ?? 30);
  const choose = (days: Period) => {
    setPeriod(days);
    change({ days: String(days) });
  };
  const needs = useQuery(needsQuery);
  const sales = useQuery(turnoverQuery(period));
  const counts = useQuery(statisticsQuery(period));
  const isPending = needs.isPending || sales.isPending || counts.isPending;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <PageHeading>{t('today.title')}</PageHeading>
        <Periods period={period} onChoose={choose} />
      </div>
      <AskedFile />
      <MaintenanceAlert />
      {isPending ? (
        <LoadingScreen />
      ) : (
        <>
          <div className="flex flex-wrap items-start gap-8 *:grow">
            <Section id="needs" title={t('today.needs')} className="grid basis-[min(20rem,100%)] grid-cols-1 gap-4">
              <Loaded query={needs} failure={t('today.failed')}>
                {(read) => <Needs {...read} />}
              </Loaded>
            </Section>
            <Section id="sales" title={t('today.sales')} className="grid basis-[min(28rem,100%)] grid-cols-1 gap-4">
              <Loaded query={sales} failure={t('today.statisticsFailed')}>
                {(read) => <Sales {...read} />}
              </Loaded>
            </Section>
          </div>
          <Section id="statistics" title={t('today.statistics')}>
            <Loaded query={counts} failure={t('today.statisticsFailed')}>
              {(read) => <Counts {...read} />}
            </Loaded>
          </Section>
        </>
      )}
    </div>
  );
}

function MaintenanceAlert() {
  const state = useMaintenance();
  if (state.status !== 'known' || !state.setting.enabled) return null;
  return (
    <Alert>
      <p>{t(stateOfMaintenance(state.setting))}</p>
      <a href={adminSitePath()}>{t('admin.maintenance')}</a>
    </Alert>
  );
}

function Needs({ needs, secretReplaced, noMailServer }: Today) {
  return (
    <>
      {secretReplaced && (
        <Alert tone="error" title={t('health.secretReplaced')}>
          {secretAdvice()}
        </Alert>
      )}
      {noMailServer && (
        <Alert tone="error" title={t('health.noMailServer')}>
          {t('health.noMailServerAdvice')}
        </Alert>
      )}
      <div aria-live="polite">
        {needs.length === 0 && !secretReplaced && !noMailServer && t('today.nothing')}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-3">
          {needs.map((need) => (
            <li key={need.name} className="relative rounded-card border-2 border-line bg-card p-4">
              <Line need={need} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Line({ need: { name, count, more, oldest, path } }: { need: Need }) {
  const title = t(`today.need-${name}`);
  return (
    <>
      <p className="headline text-[min(1.75rem,9vw)] tabular-nums">{t('today.count', { count, more: String(more) })}</p>
      <p className="font-bold wrap-anywhere">
        {path ? (
          <a href={path} className="after:absolute after:inset-0">
            {title}
          </a>
        ) : (
          title
        )}
      </p>
      {name !== 'low-stock' && name !== 'untaxed' && (
        <p className="text-ink-soft">
          <time dateTime={oldest}>{t('today.oldest', { age: ageOf(oldest) })}</time>
        </p>
      )}
    </>
  );
}

function ageOf(iso: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return t('today.now');
  if (minutes < 60) return t('today.minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t('today.hours', { count: hours }) : t('today.days', { count: Math.floor(hours / 24) });
}
