import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { buyPath, orderPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { type LongList, longListQuery, type PageRequest, useLoadMore } from '../../core/data/long-lists.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';

type Row = FunctionOutput<'listOwnOrders'>['orders'][number] & { id: string };

const ownOrdersQuery = { ...longListQuery(['own-orders'], readOwnOrders), meta: { notCached: true } };

export function OwnOrders() {
  const t = useTranslations();
  const { email } = useUser();
  const orders = useQuery(ownOrdersQuery);
  const reading = useLoadMore(ownOrdersQuery, readOwnOrders);
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('ownOrders.title')}</PageHeading>
        <p className="text-ink-soft">{t('ownOrders.lead')}</p>
      </div>
      <Loaded query={orders} failure={t('ownOrders.failed')}>
        {(list) => (
          <>
            {list.rows.length === 0 && (
              <EmptyState title={t('ownOrders.none')}>
                <p className="wrap-anywhere hyphens-manual">{t('ownOrders.noneText', { email })}</p>
                <LinkButton href={buyPath()} target="_top">
                  {t('ownOrders.toShop')}
                </LinkButton>
              </EmptyState>
            )}
            <ul className="grid gap-3">
              {list.rows.map((order) => (
                <Line key={order.id} order={order} />
              ))}
            </ul>
            <LoadMore label={t('ownOrders.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Line({ order }: { order: Row }) {
  const t = useTranslations();
  const { number, secret, createdAt, totalMinor: minor, currency } = order;
  const isOver = order.state === 'cancelled' || order.state === 'refunded';
  const state = order.withdrawn && !isOver ? 'withdrawn' : order.state;
  return (
    <li className="rounded-card border-2 border-line bg-card p-4">
      <h2>
        <a href={orderPath(secret)} target="_top">
          {t('ownOrders.order', { number: String(number) })}
        </a>
      </h2>
      <p className="font-bold">{t('ownOrders.state', { state })}</p>
      <p className="text-ink-soft">
        <time dateTime={createdAt}>{dayOf(createdAt)}</time> · {formatMoney({ minor, currency }, t.language)}
      </p>
    </li>
  );
}

async function readOwnOrders(request: PageRequest): Promise<LongList<Row>> {
  const { orders, next } = await callFunction('listOwnOrders', request);
  return { rows: orders.map((order) => ({ ...order, id: String(order.number) })), next };
}
