import type { ReviewedProduct } from '../../domain/reviews/contract/schema.ts';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import { goesBack, wordsOfShipment } from '../../domain/shop/contract/order-states.ts';
import { dueIn, type OrderView, tooMuchOf } from '../../domain/shop/contract/order-view.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import type { Translations } from '../../language/create-translations.ts';
import { type DoneWithOrder, invoicePath, orderPath, orderWithdrawalPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { longDay } from '../../ui/dates.ts';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext } from '../document/page.ts';
import { Goods, OrderReviews, Part, Payment } from './order-payment.tsx';

type OrderProps = {
  context: PageContext;
  secret: string;
  order: OrderView;
  bank: ShopSettings['bank'];
  seller: ShopSettings['seller'];
  card: { offered: boolean; underWay: boolean };
  done: DoneWithOrder | undefined;
  reviewed: ReviewedProduct[];
};

export function OrderPage({ context: { t }, secret, order, bank, seller, card, done, reviewed }: OrderProps) {
  const { state, shipment, invoices, email } = order;
  const isFree = order.totalMinor === 0;
  const steps = order.steps.filter(({ kind }) => !(isFree && kind === 'paid'));
  const isUnpaid = state === 'placed' && !order.withdrawnAt;
  const waitsForWord = isUnpaid && !card.underWay && done === 'returned';
  const toPayMinor = isUnpaid && !card.underWay && !waitsForWord ? order.totalMinor - order.paidMinor : 0;
  const number = String(order.number);
  const tooMuch = tooMuchOf(order);
  const day = order.withdrawnAt ? longDay(order.withdrawnAt, t) : dueIn(t, order);
  const values = { email, day, owed: order.paidMinor > 0 ? 'yes' : 'no' };
  const alerts = [
    [done === 'placed', 'placed', 'success'],
    [order.isMailFailing, 'mailFailed', 'error'],
    [isUnpaid && done === 'unpaid', 'unpaid', 'info'],
    [isUnpaid && done === 'no-card', 'noCard', 'error'],
    [state === 'paid' && done === 'returned', 'paid', 'success'],
    [isUnpaid && card.underWay, 'underWay', 'info'],
    [waitsForWord, 'returned', 'info'],
    [order.withdrawnAt, 'withdrawn', 'success'],
  ] as const;
  const next = order.withdrawnAt ? '' : t('orderPage.next', { state, days: order.deliveryDays[1] });
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-8 py-8">
      <div>
        <h1>{t('orderPage.title', { number })}</h1>
        <p className="text-ink-soft">{longDay(order.createdAt, t)}</p>
      </div>
      {alerts.map(
        ([isShown, name, tone]) =>
          isShown && (
            <Alert
              key={name}
              tone={tone}
              title={t(`orderPage.${name}Title`)}
              text={t(`orderPage.${name}Text` as 'orderPage.withdrawnText', values)}
            >
              {name === 'returned' && (
                <>
                  <LinkLine href={orderPath(secret, 'returned')}>{t('orderPage.reload')}</LinkLine>
                  <LinkLine href={orderPath(secret)}>{t('orderPage.howToPay')}</LinkLine>
                </>
              )}
              {name === 'withdrawn' && goesBack(order) && <p>{t('orderPage.sendBack')}</p>}
            </Alert>
          ),
      )}
      {done === 'reviewed' && <Alert tone="success" title={t('reviewForm.thanks')} text={t('reviewForm.thanksText')} />}
      {done === 'unreviewed' && <Alert tone="success">{t('reviewForm.deleted')}</Alert>}
      {(state !== 'placed' || isUnpaid) && (
        <div>
          <p className="text-xl font-bold">
            {isFree && state === 'paid' ? t('checkoutPage.free') : t('orderPage.state', { state })}
          </p>
          {shipment && <p className="wrap-anywhere">{t('orderPage.shipment', wordsOfShipment(shipment))}</p>}
          {next && <p>{next}</p>}
          {next && order.hasGiftCards && <p>{t('orderPage.giftCard')}</p>}
          {state === 'cancelled' && !isFree && !order.withdrawnAt && <p>{t('orderPage.cancelledText')}</p>}
        </div>
      )}
      {tooMuch > 0 && <p>{t('orderPage.overpaid', { over: formatMoney({ ...order, minor: tooMuch }, t.language) })}</p>}
      {toPayMinor > 0 && <Payment {...{ t, secret, order, bank, card }} minor={toPayMinor} />}
      <Goods {...{ t, order, toPayMinor }} />
      {invoices.length > 0 && (
        <Part gap="gap-2" title={t('orderPage.invoices')}>
          <p className="flex flex-wrap gap-3">
            {invoices.map(({ number, kind }) => (
              <LinkButton key={number} variant="secondary" href={invoicePath(secret, String(number))}>
                {t(kind === 'invoice' ? 'invoicePage.invoice' : 'orderPage.creditNote', { number: String(number) })}
              </LinkButton>
            ))}
          </p>
        </Part>
      )}
      <div className="pair">
        <Part gap="gap-2" title={t('orderPage.address')}>
          <p className="whitespace-pre-line wrap-anywhere">{order.addressLines.join('\n')}</p>
        </Part>
        <Part gap="gap-2" title={t('orderPage.steps')}>
          <ol className="grid grid-cols-1 gap-1">
            {steps.map(({ kind, at }) => (
              <li key={kind + at}>{t('orderPage.step', { kind, day: longDay(at, t) })}</li>
            ))}
          </ol>
        </Part>
      </div>
      {reviewed.length > 0 && <OrderReviews t={t} secret={secret} products={reviewed} />}
      {order.canWithdraw && (
        <Part title={t('orderPage.return')}>
          <p>{wordsOfTime(order, t)}</p>
          <LinkButton variant="secondary" href={orderWithdrawalPath(secret)} className="justify-self-start">
            {t('orderPage.withdraw')}
          </LinkButton>
        </Part>
      )}
      <Seller t={t} {...seller} />
    </div>
  );
}

function Seller({ t, name, address, email }: OrderProps['seller'] & { t: Translations }) {
  return (
    <Part gap="gap-2" title={t('orderPage.contact')}>
      <p className="whitespace-pre-line wrap-anywhere hyphens-manual">{[name, address].filter(Boolean).join('\n')}</p>
      {email && (
        <LinkLine href={`mailto:${email}`}>
          <span className="hyphens-manual">{email}</span>
        </LinkLine>
      )}
    </Part>
  );
}

type WithdrawalProps = Pick<OrderProps, 'secret' | 'order' | 'seller'> & { t: Translations; error: string | undefined };

/** The second of two steps: says from what, and does it; or why that cannot be done. */
export function WithdrawalPage({ t, secret, order, seller, error }: WithdrawalProps) {
  const { addressLines, email } = order;
  const number = String(order.number);
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-6 py-8">
      <h1>{t(order.withdrawnAt ? 'orderPage.withdrawnTitle' : 'orderPage.withdrawTitle')}</h1>
      {error && <Alert tone="error" text={error} />}
      {order.canWithdraw && (
        <>
          <p>
            {t('orderPage.withdrawText', { number, name: addressLines[0] ?? '', day: longDay(order.createdAt, t) })}
          </p>
          <p className="wrap-anywhere hyphens-manual">{t('orderPage.withdrawMail', { email })}</p>
          <p>{wordsOfTime(order, t)}</p>
          <form method="post" action={orderWithdrawalPath(secret)}>
            <Button variant="danger">{t('orderPage.confirmWithdraw')}</Button>
          </form>
        </>
      )}
      {order.withdrawnAt && <p>{wordsOfWithdrawal(order, order.withdrawnAt, t)}</p>}
      {goesBack(order) && <p>{t('orderPage.sendBack')}</p>}
      {!order.canWithdraw && !order.withdrawnAt && !error && <p>{wordsOfLate(order, t)}</p>}
      <LinkLine href={orderPath(secret)}>{t('orderPage.back')}</LinkLine>
      {goesBack(order) && <Seller t={t} {...seller} />}
    </div>
  );
}

function wordsOfTime({ withdrawUntil }: OrderView, t: Translations): string {
  if (!withdrawUntil) return t('orderPage.withdrawTime');
  return t('orderPage.withdrawUntil', { day: t.date(new Date(withdrawUntil), { dateStyle: 'full', timeZone: 'UTC' }) });
}

function wordsOfLate({ withdrawUntil, state }: OrderView, t: Translations): string {
  if (!withdrawUntil || state !== 'delivered') return t('orderPage.tooLate');
  return t('orderPage.lateSince', { day: longDay(withdrawUntil, t) });
}

function wordsOfWithdrawal({ paidMinor }: OrderView, withdrawnAt: string, t: Translations): string {
  return t('orderPage.withdrawnText', { day: longDay(withdrawnAt, t), owed: paidMinor > 0 ? 'yes' : 'no' });
}
