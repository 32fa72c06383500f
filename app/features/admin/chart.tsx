import { useTranslations } from '../../../ui/translations-context.ts';
import { dateOf } from './chart-dates.ts';

type ChartProps = {
  title: string;
  unit(most: number): string;
  points: { day: string; count: number }[];
  /** Of the whole span: the last bar may be a week, named by its first day. */
  lastDay: string | undefined;
};

const [width, height] = [10, 100];

/** Bars from left to right as time goes, in every language. Whoever does not see them has the table. */
export function Chart({ title, unit, points, lastDay }: ChartProps) {
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
