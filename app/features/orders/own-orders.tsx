import { formatMoney } from '../../../domain/shop/contract/money.ts';
import { buyPath, orderPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { onlineListQuery, type RowOf } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { PagedList } from '../../widgets/loaded.tsx';
import { LeadPage } from '../../widgets/page-heading.tsx';

const ownOrdersQuery = onlineListQuery(['own-orders'], 'listOwnOrders', {}, ({ number }) => String(number));

export function OwnOrders() {
  const { email } = useUser();
  return (
    <LeadPage title={t('ownOrders.title')} lead={t('ownOrders.lead')}>
      <PagedList of={ownOrdersQuery} failure={t('ownOrders.failed')} more={t('ownOrders.more')}>
        {(list, more) => (
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
            {more}
          </>
        )}
      </PagedList>
    </LeadPage>
  );
}

function Line({ order }: { order: RowOf<'listOwnOrders'> }) {
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
