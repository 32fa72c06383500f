import type { ReactNode } from 'react';
import type { ReviewedProduct } from '../../domain/reviews/contract/schema.ts';
import { formatMoney, taxSentence } from '../../domain/shop/contract/money.ts';
import { dueIn, isToPayAtOnce, type OrderView } from '../../domain/shop/contract/order-view.ts';
import type { ShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { paymentCode, transferDetails } from '../../domain/shop/contract/transfer.ts';
import type { Translations } from '../../language/create-translations.ts';
import { orderPaymentPath, reviewPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { longDay } from '../../ui/dates.ts';
import { QrCode } from '../../ui/qr-code.tsx';
import { PageCopyButton } from '../document/copy-button.tsx';
import { LinkLine } from '../document/link-line.tsx';

export function Payment({ t, secret, order, minor, bank, card }: PaymentProps) {
  const { currency, number } = order;
  const transfer = { bank, number, currency, minor };
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const day = dueIn(t, order);
  const due = Date.parse(order.dueAt) < Date.now() ? 'past' : 'coming';
  const paidSoFar = { total: money(order.totalMinor), paid: money(order.paidMinor), due, day };
  const code = paymentCode(transfer, t);
  const payByCard = (
    <form method="post" action={orderPaymentPath(secret)} className="grid grid-cols-1 gap-2">
      <p>{t('orderPage.payNowText')}</p>
      <Button className="justify-self-start">{t('orderPage.payNow')}</Button>
    </form>
  );
  if (card.offered && isToPayAtOnce(order))
    return (
      <Part title={t('orderPage.pay')}>
        <p>{t('orderPage.payByCardUntil', { total: money(minor), day })}</p>
        {payByCard}
      </Part>
    );
  return (
    <Part title={t('orderPage.pay')}>
      {card.offered && (
        <>
          {payByCard}
          <h3>{t('orderPage.orTransfer')}</h3>
        </>
      )}
      <p>{order.paidMinor > 0 ? t('orderPage.paidSoFar', paidSoFar) : t('orderPage.payUntil', { day })}</p>
      <div className="flex flex-wrap gap-8">
        <dl className="grid min-w-0 grow basis-80 content-start gap-2">
          {transferDetails(transfer, t).map(({ name, shown, typed }, n) => (
            <div key={name} className="flex flex-wrap items-center gap-x-4">
              <dt id={`detail-${n}`} className="basis-full text-ink-soft">
                {name}
              </dt>
              <dd className="max-w-full grow wrap-anywhere">{shown}</dd>
              <dd>
                <PageCopyButton
                  {...{ t, text: typed, label: t('thread.copy') }}
                  id={`copy-${n}`}
                  labelledBy={`copy-${n} detail-${n}`}
                />
              </dd>
            </div>
          ))}
        </dl>
        {code && (
          <figure className="grid w-56 max-w-full content-start gap-2">
            <QrCode text={code} label={t('orderPage.codeLabel')} className="w-full" errorCorrection="M" />
            <figcaption>{t('orderPage.codeText')}</figcaption>
          </figure>
        )}
      </div>
    </Part>
  );
}

type PaymentProps = {
  t: Translations;
  secret: string;
  order: OrderView;
  /** What is still to pay. */
  minor: number;
  bank: ShopSettings['bank'];
  card: { offered: boolean; underWay: boolean };
};

export function Goods({ t, order, toPayMinor }: { t: Translations; order: OrderView; toPayMinor: number }) {
  const money = (minor: number) => formatMoney({ minor, currency: order.currency }, t.language);
  return (
    <Part title={t('orderPage.goods')}>
      <Sums {...{ t, ...order }} tax={order}>
        {order.payments.map(({ amountMinor, at }) => (
          <SumLine
            key={`${at} ${amountMinor}`}
            text={t(amountMinor < 0 ? 'orderPage.refundedOn' : 'orderPage.paidOn', { day: longDay(at, t) })}
            amount={money(amountMinor).replace('-', '−')}
          />
        ))}
        {order.payments.some(({ amountMinor }) => amountMinor < 0) && (
          <SumLine text={t('orderPage.leftPaid')} amount={money(order.paidMinor)} />
        )}
        {toPayMinor > 0 && <SumLine className="receipt-total" text={t('orderPage.toPay')} amount={money(toPayMinor)} />}
      </Sums>
      {order.isExport && <p>{t('checkoutPage.importTax')}</p>}
    </Part>
  );
}

type PartProps = { title: string; id?: string | undefined; gap?: 'gap-2' | 'gap-4'; children: ReactNode };

export function Part({ title, id, gap = 'gap-4', children }: PartProps) {
  return (
    <section id={id} aria-labelledby={id && `${id}-title`} className={`grid grid-cols-1 content-start ${gap}`}>
      <h2 id={id && `${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

type SumsProps = Pick<OrderView, 'currency' | 'deliveryMinor' | 'totalMinor'> & {
  t: Translations;
  lines: Pick<OrderView['lines'][number], 'name' | 'quantity' | 'unitMinor' | 'totalMinor'>[];
  tax: Parameters<typeof taxSentence>[0];
  children?: ReactNode;
};

export function Sums({ t, currency, lines, deliveryMinor, totalMinor, tax, children }: SumsProps) {
  const money = (minor: number) => formatMoney({ minor, currency }, t.language);
  const price = (minor: number) => (minor === 0 ? t('shopPage.free') : money(minor));
  return (
    <dl className="receipt">
      {lines.map(({ name, quantity, unitMinor, totalMinor: minor }) => (
        <SumLine key={name} text={t('checkoutPage.line', { quantity, name })} amount={price(minor)}>
          {quantity > 1 && minor > 0 && t('cartPage.each', { price: money(unitMinor) })}
        </SumLine>
      ))}
      <SumLine text={t('checkoutPage.deliveryPrice')} amount={price(deliveryMinor)} />
      <SumLine className="receipt-total" text={t('checkoutPage.total')} amount={price(totalMinor)}>
        {totalMinor > 0 && taxSentence(tax, money, t)}
      </SumLine>
      {children}
    </dl>
  );
}

type SumLineProps = { text: string; amount: string; className?: string; children?: ReactNode };

function SumLine({ text, amount, className, children }: SumLineProps) {
  return (
    <div className={className}>
      <dt>{text}</dt>
      <dd>{amount}</dd>
      {children && <dd className="receipt-detail">{children}</dd>}
    </div>
  );
}

type ReviewsProps = { t: Translations; secret: string; products: ReviewedProduct[] };

export function OrderReviews({ t, secret, products }: ReviewsProps) {
  return (
    <Part id="reviews" gap="gap-2" title={t('reviewForm.section')}>
      <ul className="grid grid-cols-1 gap-3">
        {products.map(({ productId, name, review }) => (
          <li key={productId} className="grid grid-cols-1 gap-1">
            <LinkLine href={reviewPath(secret, productId)}>
              {t(review ? 'reviewForm.change' : 'reviewForm.write', { name })}
            </LinkLine>
            {review && <p className="text-ink-soft">{t('reviewForm.state', { state: review.state })}</p>}
          </li>
        ))}
      </ul>
    </Part>
  );
}
