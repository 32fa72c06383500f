import { useState } from 'react';
import {
  type Statistics as Counted,
  type CountName,
  countNames,
  type Period,
  periods,
} from '../../../domain/today/contract/schema.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Read, Section } from './admin-page.tsx';
import { statisticsQuery } from './queries.ts';

/** Longer periods are drawn by the week: bars of a day would be finer than a line. */
const mostBars = 60;

export function StatisticsScreen() {
  const t = useTranslations();
  const [period, setPeriod] = useState<Period>(30);
  return (
    <Section id="statistics" title={t('today.statistics')}>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="font-[650]">{t('today.period')}</legend>
        {periods.map((days) => (
          <label key={days} className="flex min-h-12 items-center gap-2">
            <input type="radio" name="period" checked={days === period} onChange={() => setPeriod(days)} />
            {t('today.lastDays', { count: days })}
          </label>
        ))}
      </fieldset>
      <Read query={statisticsQuery(period)} failure={t('today.statisticsFailed')}>
        {(read) => <Charts read={read} />}
      </Read>
    </Section>
  );
}

function Charts({ read: { days, medianHours } }: { read: Counted }) {
  const t = useTranslations();
  const [tableShown, showTable] = useState(false);
  const byWeek = days.length > mostBars;
  const bars = byWeek ? weeksOf(days) : days;
  return (
    <>
      <div className="grid grid-cols-1 gap-x-10 gap-y-6 md:grid-cols-2">
        {countNames.map((name) => (
          <Chart
            key={name}
            title={t(`today.chart-${name}`)}
            unit={(count) => t(byWeek ? 'today.perWeek' : 'today.perDay', { count })}
            points={bars.map(({ day, counts }) => ({ day, count: counts[name] }))}
            lastDay={days.at(-1)?.day}
          />
        ))}
      </div>
      <p>{medianHours === null ? t('today.noMedian') : t('today.median', { time: lengthOf(medianHours, t) })}</p>
      <p className="text-ink-soft">{t('today.days-note')}</p>
      <details onToggle={({ currentTarget }) => showTable(currentTarget.open)}>
        <summary className="cursor-pointer py-3 font-[650]">{t('today.table')}</summary>
        {tableShown && <NumberTable bars={bars} firstColumn={t(byWeek ? 'today.weekOf' : 'today.day')} />}
      </details>
    </>
  );
}

type Bar = Counted['days'][number];

function NumberTable({ bars, firstColumn }: { bars: Bar[]; firstColumn: string }) {
  const t = useTranslations();
  return (
    <table className="admin-table tabular-nums">
      <thead>
        <tr>
          <th scope="col">{firstColumn}</th>
          {countNames.map((name) => (
            <th key={name} scope="col">
              {t(`today.chart-${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ day, counts }) => (
          <tr key={day}>
            <th scope="row">{dateOf(day, t)}</th>
            {countNames.map((name) => (
              <td key={name} data-label={t(`today.chart-${name}`)}>
                {new Intl.NumberFormat(t.language).format(counts[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function weeksOf(days: Bar[]): Bar[] {
  const weeks: Bar[] = [];
  for (let end = days.length; end > 0; end -= 7) {
    const week = days.slice(Math.max(0, end - 7), end);
    const sumOf = (name: CountName) => week.reduce((sum, { counts }) => sum + counts[name], 0);
    const counts = Object.fromEntries(countNames.map((name) => [name, sumOf(name)])) as Bar['counts'];
    weeks.unshift({ day: week[0]?.day ?? '', counts });
  }
  return weeks;
}

function lengthOf(hours: number, t: Translations): string {
  return hours < 48
    ? t('today.medianHours', { count: hours })
    : t('today.medianDays', { count: Math.round(hours / 24) });
}

type ChartProps = {
  title: string;
  unit(most: number): string;
  points: { day: string; count: number }[];
  lastDay: string | undefined;
};

const [width, height] = [10, 100];

/** Bars from left to right as time goes, in every language. Whoever does not see them has the table. */
function Chart({ title, unit, points, lastDay }: ChartProps) {
  const t = useTranslations();
  const format = new Intl.NumberFormat(t.language).format;
  const most = Math.max(...points.map(({ count }) => count));
  const sum = points.reduce((all, { count }) => all + count, 0);
  const [first] = points;
  return (
    <figure className="grid grid-cols-1 gap-1">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-[650]">{title}</span>
        <span className="headline text-[1.375rem] tabular-nums">{format(sum)}</span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${points.length * width} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b-2 border-line text-home"
      >
        {points.map(({ day, count }, n) => {
          const high = most === 0 ? 0 : (count / most) * height;
          return (
            <rect key={day} x={n * width + 1} y={height - high} width={width - 2} height={high} fill="currentColor">
              <title>{`${dateOf(day, t)}: ${format(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p dir="ltr" className="flex flex-wrap justify-between gap-x-3 text-[0.9375rem] text-ink-soft">
        <span>{first && dateOf(first.day, t)}</span>
        <span>{lastDay && dateOf(lastDay, t)}</span>
      </p>
      <p className="text-[0.9375rem] text-ink-soft">{unit(most)}</p>
    </figure>
  );
}

/** Days are those of UTC, wherever one reads. */
function dateOf(day: string, t: Translations): string {
  return t.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}
