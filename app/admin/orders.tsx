import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import { adminOrdersPath, adminProductsPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { whenOf } from '../widgets/dates.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { AdminOnly } from './admin-only.tsx';
import { Order } from './order.tsx';
import { type OrderSummary, ordersQuery, readOrders } from './shop-queries.ts';

/** All orders, the newest first; or one of them, with what can be done next. */
export function AdminOrders() {
  const t = useWords();
  const [params] = useSearchParams();
  const asked = params.get('order');
  return (
    <AdminOnly>
      <div className="mx-auto grid max-w-2xl gap-6">{asked ? <Order key={asked} id={asked} /> : <Orders t={t} />}</div>
    </AdminOnly>
  );
}

function Orders({ t }: { t: ReturnType<typeof useWords> }) {
  const orders = useQuery(ordersQuery);
  const reading = useReadOn(ordersQuery, readOrders);
  return (
    <>
      <PageHeading>{t('orderAdmin.title')}</PageHeading>
      <LinkButton href={adminProductsPath()} variant="secondary" className="justify-self-start">
        {t('orderAdmin.products')}
      </LinkButton>
      <Loaded query={orders} failure={t('orderAdmin.failed')}>
        {(list) => (
          <>
            {list.rows.length === 0 && <p>{t('orderAdmin.none')}</p>}
            <ul className="grid gap-3">
              {list.rows.map((order) => (
                <li key={order.id} className="rounded-card border-2 border-line bg-card p-4">
                  <Line order={order} />
                </li>
              ))}
            </ul>
            <ReadOn label={t('orderAdmin.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Line({ order }: { order: OrderSummary }) {
  const t = useWords();
  const { id, number, name, email, state, createdAt, totalMinor: minor, currency, withdrawn } = order;
  return (
    <>
      <h2>
        <Link to={adminOrdersPath(id)}>{t('orderAdmin.order', { number: String(number) })}</Link>
      </h2>
      <p className="font-bold">{t('orderAdmin.state', { state })}</p>
      {withdrawn && <p className="field-error">{t('orderAdmin.withdrawn')}</p>}
      <p className="wrap-anywhere">
        <bdi>{name}</bdi> · <bdi>{email}</bdi>
      </p>
      <p className="text-ink-soft">
        <time dateTime={createdAt}>{whenOf(createdAt)}</time> · {formatMoney({ minor, currency }, t.language)}
      </p>
    </>
  );
}
