import { countNames } from '../../../domain/today/contract/periods.ts';
import type { Statistics } from '../../../domain/today/contract/schema.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Charts } from './charts.tsx';

export function Counts({ days, medianHours }: Statistics) {
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
