import { countNames } from '../../../domain/today/contract/periods.ts';
import type { Statistics } from '../../../domain/today/contract/schema.ts';
import { t } from '../../core/document/app-translations.ts';
import { Charts } from './charts.tsx';

export function Counts({ days, medianHours }: Statistics) {
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
      <p>{medianHours === null ? t('today.noMedian') : t('today.median', { time: lengthOf(medianHours) })}</p>
      <p className="text-ink-soft">{t('today.days-note')}</p>
    </>
  );
}

function lengthOf(hours: number): string {
  return hours < 48
    ? t('today.medianHours', { count: hours })
    : t('today.medianDays', { count: Math.round(hours / 24) });
}
