import { useState } from 'react';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import type { Turnover } from '../../../domain/today/contract/schema.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Read, Section } from './admin-page.tsx';
import { Charts, Periods, usualPeriod } from './charts.tsx';
import { turnoverQuery } from './queries.ts';
import { ShortTable } from './short-table.tsx';

export function Sales() {
  const t = useTranslations();
  const [period, setPeriod] = useState(usualPeriod);
  return (
    <Section id="sales" title={t('today.sales')} className="grid basis-[min(28rem,100%)] grid-cols-1 gap-4">
      <Periods period={period} onChoose={setPeriod} />
      <Read query={turnoverQuery(period)} failure={t('today.statisticsFailed')}>
        {(read) => <Sold read={read} />}
      </Read>
    </Section>
  );
}

function Sold({ read: { currency, timeZone, days, orders, averageMinor, products } }: { read: Turnover }) {
  const t = useTranslations();
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
          labels={[t('orderAdmin.product'), t('today.sold'), t('today.turnover')]}
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
