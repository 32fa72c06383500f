import { formatMoney } from '../../domain/shop/contract/money.ts';
import type { PlacedOrder } from '../../domain/shop/contract/order-view.ts';
import { Refusal } from '../../functions/define.ts';
import type { Translations } from '../../language/create-translations.ts';
import { checkoutPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { longDay } from '../../ui/dates.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';
import { cartKey } from './cart.ts';

export type Ordered = { order: PlacedOrder; orderKey: string };

export async function readOrdered(c: SiteContext, key = cartKey(c)): Promise<Ordered | undefined> {
  if (!key) return undefined;
  const read = await callFor(c, 'readPlacedOrder', { key });
  return read instanceof Refusal || !read.order ? undefined : { order: read.order, orderKey: key };
}

export function OrderedAlert({ t, order, orderKey }: { t: Translations } & Ordered) {
  const { number, createdAt, totalMinor, currency, lines } = order;
  return (
    <Alert title={t('checkoutPage.orderedTitle')}>
      <p>
        {t('checkoutPage.orderedText', {
          number: String(number),
          day: longDay(createdAt, t),
          total: formatMoney({ minor: totalMinor, currency }, t.language),
        })}
      </p>
      <ul>
        {lines.map(({ productId, name, quantity }) => (
          <li key={productId}>{t('checkoutPage.line', { quantity, name })}</li>
        ))}
      </ul>
      <form method="post" action={checkoutPath()} className="mt-3">
        <input type="hidden" name="ordered" value={orderKey} />
        <Button name="step" value="ordered">
          {t('checkoutPage.toOrder')}
        </Button>
      </form>
    </Alert>
  );
}
