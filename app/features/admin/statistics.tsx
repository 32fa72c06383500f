import { formatMoney } from '../../../domain/shop/contract/money.ts';
import { countNames } from '../../../domain/today/contract/periods.ts';
import type { Statistics, Turnover } from '../../../domain/today/contract/schema.ts';
import { t } from '../../core/document/app-translations.ts';
import { Charts } from './charts.tsx';
import { ShortTable } from './short-table.tsx';

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

export function Sales({ currency, timeZone, days, orders, averageMinor, products }: Turnover) {
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const number = new Intl.NumberFormat(t.language).format;
  const values = days.map(({ minor }) => minor);
  const figures = [
    [t('today.paidOrders'), number(orders)],
    [t('today.average'), averageMinor === null ? '–' : money(averageMinor)],
  ];
  return (
    <>
      <Charts
        labelledBy="sales"
        days={days.map(({ day }) => day)}
        series={[{ title: t('today.turnover'), values, format: money }]}
      />
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt className="font-[650]">{name}</dt>
            <dd className="headline text-[1.375rem] tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <h3 id="sells">{t('today.sells')}</h3>
      {products.length === 0 ? (
        <p>{t('today.sellsNothing')}</p>
      ) : (
        <ShortTable
          labelledBy="sells"
          labels={[t('orderAdmin.product'), t('today.sold'), t('orderAdmin.total')]}
          rows={products.map(({ name, quantity, minor }, n) => ({
            id: `${n} ${name}`,
            cells: [name, number(quantity), money(minor)],
          }))}
        />
      )}
      <p className="text-ink-soft">{t('today.turnover-note', { timeZone })}</p>
    </>
  );
}
