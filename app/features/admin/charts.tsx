import { useId, useState } from 'react';
import { type Period, periods } from '../../../domain/today/contract/periods.ts';
import { Radio } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { ShortTable } from './short-table.tsx';

/** Longer periods are drawn by the week: bars of a day would be finer than a line. */
const mostBars = 60;

export function Periods({ period, onChoose }: { period: Period; onChoose(period: Period): void }) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-x-4">
      <legend className="font-[650]">{t('today.period')}</legend>
      {periods.map((days) => (
        <Radio key={days} name={name} checked={days === period} onChange={() => onChoose(days)}>
          {t('today.lastDays', { count: days })}
        </Radio>
      ))}
    </fieldset>
  );
}

/** `values`: one for each day. */
type Series = { title: string; values: number[]; format(value: number): string };

type ChartsProps = { days: string[]; series: Series[]; labelledBy: string };

/** A chart for each series, and below them all its numbers as a table, also for who cannot see the charts. */
export function Charts({ days, series, labelledBy }: ChartsProps) {
  const [tableShown, showTable] = useState(false);
  const size = days.length > mostBars ? 7 : 1;
  const starts = inGroups(days, size).map(([first = '']) => first);
  const bars = series.map(({ values }) => inGroups(values, size).map(sum));
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const nameOf = (day = '') => (size > 1 ? t('today.weekOf', { day: dateOf(day) }) : dateOf(day));
  const rows = () =>
    starts.map((day, n) => ({
      id: day,
      cells: [nameOf(day), ...series.map(({ format }, nth) => format(bars[nth]?.[n] ?? 0))],
    }));
  return (
    <>
      <div className={`grid grid-cols-1 gap-x-10 gap-y-6 ${series.length > 1 ? 'md:grid-cols-2' : ''}`}>
        {series.map(({ title, values, format }, nth) => (
          <figure key={title} className="grid grid-cols-1 gap-1">
            <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-[650]">{title}</span>
              <span className="headline text-[1.375rem] tabular-nums">{format(sum(values))}</span>
            </figcaption>
            {values.some((value) => value !== 0) && (
              <>
                <Bars
                  high={series.length === 1}
                  bars={bars[nth] ?? []}
                  titleOf={(bar, n) => `${nameOf(starts[n])}: ${format(bar)}`}
                />
                <p dir="ltr" className="flex flex-wrap justify-between gap-x-3 text-[0.9375rem] text-ink-soft">
                  <span>{dateOf(first)}</span>
                  <span>{dateOf(last)}</span>
                </p>
                <p className="text-[0.9375rem] text-ink-soft">
                  {t(size > 1 ? 'today.perWeek' : 'today.perDay', { most: format(Math.max(0, ...(bars[nth] ?? []))) })}
                </p>
              </>
            )}
          </figure>
        ))}
      </div>
      <details onToggle={({ currentTarget }) => showTable(currentTarget.open)}>
        <summary className="cursor-pointer py-3 font-[650]">{t('today.table')}</summary>
        {tableShown && (
          <ShortTable
            labelledBy={labelledBy}
            labels={[t(size > 1 ? 'today.week' : 'today.day'), ...series.map(({ title }) => title)]}
            rows={rows().toReversed()}
          />
        )}
      </details>
    </>
  );
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

/** The last group is whole. */
function inGroups<Value>(values: Value[], size: number): Value[][] {
  const groups: Value[][] = [];
  for (let end = values.length; end > 0; end -= size) groups.unshift(values.slice(Math.max(0, end - size), end));
  return groups;
}

const [width, height] = [10, 100];

type BarsProps = { bars: number[]; high: boolean; titleOf(bar: number, n: number): string };

/** From left to right as time goes, in every language. What is below nothing hangs from the line. */
function Bars({ bars, high, titleOf }: BarsProps) {
  const most = Math.max(0, ...bars);
  const scale = height / (most - Math.min(0, ...bars) || 1);
  const zero = most > 0 ? most * scale : height;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length * width} ${height}`}
      preserveAspectRatio="none"
      className={`${high ? 'h-40' : 'h-24'} w-full overflow-visible text-home`}
    >
      {bars.map((bar, n) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={n}
          x={n * width + 1}
          y={zero - Math.max(0, bar) * scale}
          width={width - 2}
          height={Math.abs(bar) * scale}
          className={bar < 0 ? 'text-signal' : ''}
          fill="currentColor"
        >
          <title>{titleOf(bar, n)}</title>
        </rect>
      ))}
      <path
        d={`M0 ${zero}h${bars.length * width}`}
        className="stroke-line stroke-2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Days are days of the server, wherever one reads. */
function dateOf(day: string): string {
  return t.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}
