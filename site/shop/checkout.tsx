import type { CartProblem, CartView } from '../../domain/shop/contract/cart.ts';
import { nameOfCountry, spanOf } from '../../domain/shop/contract/delivery.ts';
import { formatMoney } from '../../domain/shop/contract/money.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import { cartPath, checkoutPath, staticPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, DefaultButton } from '../../ui/button.tsx';
import { Radio } from '../../ui/fields.tsx';
import { LinkLine } from '../document/link-line.tsx';
import { linkTo } from '../pages/article.tsx';
import { writeSeen } from './cart.ts';
import { CartChanges } from './cart-page.tsx';
import { BuyerFields, type BuyerProps } from './checkout-buyer.tsx';
import { Part, Sums } from './order-payment.tsx';
import { type Ordered, OrderedAlert } from './ordered.tsx';

type CheckoutProps = BuyerProps & {
  cart: CartView;
  changes: CartProblem[];
  idempotencyKey: string;
  /** What the key of a refused form had ordered before. */
  ordered: Ordered | undefined;
  /** Of an order that was refused. */
  state: string | undefined;
  message: string | undefined;
  /** Less of the cart can be ordered. */
  wantsLess: boolean;
};

export function CheckoutPage(props: CheckoutProps) {
  const { t, cart, changes, checkout, idempotencyKey, ordered, state, message, wantsLess, errors } = props;
  const { prices, country, conditions, currency, taxScheme, isExport } = checkout;
  const lines = cart.lines.map(({ product, ...line }) => ({ ...line, name: textIn(product.names, t.language) }));
  const total = formatMoney({ minor: prices.totalMinor, currency }, t.language);
  const isFree = prices.totalMinor === 0;
  const ofFields = Object.keys(errors).some((name) => name === 'email' || name.startsWith('address.'));
  const ofForm = Object.keys(errors).length > 0;
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8">
      <h1>{t('checkoutPage.title')}</h1>
      {message && (
        // An address with a fragment would keep the focus from the first marked field.
        <div {...(ofFields ? {} : { id: whatIsNext, tabIndex: -1, autoFocus: true })}>
          <Alert
            tone="error"
            title={state}
            text={ofFields ? t('checkoutPage.lookAtFields') : ofForm ? t('checkoutPage.formOld') : message}
          >
            {wantsLess && <LinkLine href={cartPath()}>{t('checkoutPage.changeCart')}</LinkLine>}
          </Alert>
        </div>
      )}
      <CartChanges problems={changes} />
      {ordered && <OrderedAlert t={t} {...ordered} />}
      <form
        method="post"
        action={checkoutPath()}
        className="beside"
        data-changed={t('checkoutPage.countryChanged', { country: nameOfCountry(country, t), total })}
        noValidate
      >
        {/* Enter in a field orders nothing. */}
        <DefaultButton name="step" value="check" formAction={`${checkoutPath()}#${whatIsNext}`} />
        <input type="hidden" name="key" value={idempotencyKey} />
        <input type="hidden" name="lines" value={writeSeen(cart.lines)} />
        <input type="hidden" name="total" value={prices.totalMinor} />
        <input type="hidden" name="conditions" value={conditions} />
        <div className="grid grid-cols-1 content-start gap-8">
          <Part title={t('checkoutPage.address')}>
            <BuyerFields {...props} />
            {checkout.reviewMails && <p className="text-ink-soft">{t('checkoutPage.reviewMail')}</p>}
          </Part>
          <Part title={t('checkoutPage.delivery')}>
            <p>
              {t(isFree ? 'checkoutPage.freeDeliveryDays' : 'checkoutPage.deliveryDays', {
                country: nameOfCountry(country, t),
                least: prices.days[0],
                most: prices.days[1],
                span: spanOf(prices.days),
              })}
            </p>
          </Part>
          {checkout.byCard && !isFree ? (
            <PaymentChoice {...props} />
          ) : (
            <Part title={t('checkoutPage.payment')}>
              <p>{isFree ? t('checkoutPage.free') : t('checkoutPage.byInvoice', { days: checkout.unpaidDays })}</p>
            </Part>
          )}
        </div>
        <Part title={t('checkoutPage.summary')} id={message ? undefined : whatIsNext}>
          <Sums {...{ t, currency, lines, ...prices }} tax={{ taxScheme, isExport, ...prices }} />
          {isExport && <p>{t('checkoutPage.importTax')}</p>}
          <LinkLine href={cartPath()}>{t('checkoutPage.changeCart')}</LinkLine>
          <p>
            {t.rich('checkoutPage.terms', {
              terms: linkTo(staticPath('terms-and-conditions')),
              withdrawal: linkTo(staticPath('terms-and-conditions', 'withdrawal')),
              privacy: linkTo(staticPath('privacy')),
            })}
          </p>
          <Button className="justify-self-start">{t(isFree ? 'checkoutPage.orderFree' : 'checkoutPage.order')}</Button>
        </Part>
      </form>
    </div>
  );
}

/** Where a form that was only checked is looked at: what is wrong, or the summary with the order. */
const whatIsNext = 'next';

function PaymentChoice({ t, checkout: { unpaidDays: days }, typed }: CheckoutProps) {
  const ways = [
    { value: 'card', label: t('checkoutPage.byCard'), hint: t('checkoutPage.byCardHint') },
    { value: 'transfer', label: t('checkoutPage.byTransfer'), hint: t('checkoutPage.byTransferHint', { days }) },
  ];
  const chosen = typed.payment === 'transfer' ? 'transfer' : 'card';
  return (
    <fieldset className="grid grid-cols-1 gap-4">
      <legend className="mb-4">
        <h2>{t('checkoutPage.payment')}</h2>
      </legend>
      {ways.map(({ value, label, hint }) => (
        <Radio key={value} name="payment" value={value} defaultChecked={value === chosen}>
          <span className="min-w-0">
            <span className="font-bold">{label}</span>
            <br />
            {hint}
          </span>
        </Radio>
      ))}
      <p>{t('checkoutPage.invoiceLater')}</p>
    </fieldset>
  );
}
