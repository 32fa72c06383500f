import { useState } from 'react';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import { maxOrdersAtOnce, orderFilters } from '../../../domain/shop/contract/order-states.ts';
import type { OrderSummary } from '../../../domain/shop/contract/order-view.ts';
import { adminOrdersPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { keepInEntry, stateOfEntry, useSearchParams } from '../../core/navigation/navigation.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Day } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { Order } from './order.tsx';
import { type ChosenOrder, OrdersAtOnce } from './orders-at-once.tsx';

export function AdminOrders() {
  const params = useSearchParams();
  const asked = params.get('order');
  return <div className="grid grid-cols-1 gap-6">{asked ? <Order key={asked} id={asked} /> : <Orders />}</div>;
}

/** What is chosen stays so while somebody searches for more of them, and when they come back from one. */
function Orders() {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenOrder>>(() => new Map(stateOfEntry()?.chosen));
  const choose = (orders: ChosenOrder[], isChosen: boolean) => {
    const after = new Map(chosen);
    for (const { id, number, totalMinor, currency } of orders) {
      if (!isChosen) after.delete(id);
      else if (after.size < maxOrdersAtOnce) after.set(id, { id, number, totalMinor, currency });
    }
    keepInEntry({ chosen: [...after] });
    setChosen(after);
  };
  const labelOf = (filter: string) => {
    const isOwn = filter === 'withdrawn' || filter === 'payment-problem' || filter === 'mail-failed';
    return isOwn ? t(`ordersAtOnce.${filter}`) : t('orderAdmin.state', { state: filter as OrderSummary['state'] });
  };
  const columns: Column<'listOrders'>[] = [
    {
      label: t('ordersAtOnce.choose'),
      cell: (order) => (
        <label className="grid size-12 place-items-center">
          <input
            type="checkbox"
            className="size-6 accent-home"
            aria-label={t('orderAdmin.order', { number: String(order.number) })}
            checked={chosen.has(order.id)}
            disabled={chosen.size >= maxOrdersAtOnce && !chosen.has(order.id)}
            onChange={({ target }) => choose([order], target.checked)}
          />
        </label>
      ),
    },
    {
      label: t('ordersAtOnce.date'),
      sort: 'created',
      cell: ({ id, number, createdAt }) => (
        <>
          <a href={adminOrdersPath(id)}>{t('orderAdmin.order', { number: String(number) })}</a>
          <br />
          <Day at={createdAt} />
        </>
      ),
    },
    {
      label: t('ordersAtOnce.state'),
      cell: ({ state, withdrawn }) => (
        <>
          {t('orderAdmin.state', { state })}
          {withdrawn && <strong className="field-error block">{t('orderAdmin.withdrawn')}</strong>}
        </>
      ),
    },
    {
      label: t('ordersAtOnce.buyer'),
      sort: 'email',
      cell: ({ name, company, email }) => (
        <span className="wrap-anywhere">
          <bdi dir="ltr">{email}</bdi>
          <br />
          <bdi>{name}</bdi>
          {company && (
            <>
              , <bdi>{company}</bdi>
            </>
          )}
        </span>
      ),
    },
    {
      label: t('ordersAtOnce.total'),
      sort: 'total',
      isSum: true,
      cell: ({ totalMinor: minor, currency }) => formatMoney({ minor, currency }, t.language),
    },
  ];
  return (
    <>
      <PageHeading>{t('orderAdmin.title')}</PageHeading>
      <AdminTable
        name="orders"
        caption={t('orderAdmin.title')}
        searchHint={t('ordersAtOnce.searchHint')}
        columns={columns}
        sortedBy="created"
        states={{
          label: t('ordersAtOnce.state'),
          all: t('ordersAtOnce.all'),
          values: orderFilters,
          labelOf,
        }}
        list="listOrders"
        none={t('orderAdmin.none')}
      >
        {(shown) => <OrdersAtOnce shown={shown} chosen={[...chosen.values()]} onChoose={choose} />}
      </AdminTable>
    </>
  );
}
