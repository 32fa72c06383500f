import { useState } from 'react';
import { countNames, type Statistics } from '../../../domain/today/contract/schema.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Read, Section } from './admin-page.tsx';
import { Charts, Periods, usualPeriod } from './charts.tsx';
import { statisticsQuery } from './queries.ts';

export function StatisticsScreen() {
  const t = useTranslations();
  const [period, setPeriod] = useState(usualPeriod);
  return (
    <Section id="statistics" title={t('today.statistics')}>
      <Periods period={period} onChoose={setPeriod} />
      <Read query={statisticsQuery(period)} failure={t('today.statisticsFailed')}>
        {(read) => <Counts read={read} />}
      </Read>
    </Section>
  );
}

function Counts({ read: { days, medianHours } }: { read: Statistics }) {
  const t = useTranslations();
  const { format } = new Intl.NumberFormat(t.language);
  return (
    <>
      <Charts
        labelledBy="statistics"
        days={days.map(({ day }) => day)}
        series={countNames.map((name) => ({
          title: t(`today.chart-${name}`),
          values: days.map(({ counts }) => counts[name]),
          format,
        }))}
      />
      <p>{medianHours === null ? t('today.noMedian') : t('today.median', { time: lengthOf(medianHours, t) })}</p>
      <p className="text-ink-soft">{t('today.days-note')}</p>
    </>
  );
}

function lengthOf(hours: number, t: Translations): string {
  return hours < 48
    ? t('today.medianHours', { count: hours })
    : t('today.medianDays', { count: Math.round(hours / 24) });
}
