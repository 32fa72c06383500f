import { randomUUID } from 'node:crypto';
import type { CartEntry } from '../../domain/shop/contract/cart.ts';
import { addressFieldNames, maxAddressLine } from '../../domain/shop/contract/order.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { unguessableKey } from '../../functions/inputs.ts';
import { preferredRegion } from '../../language/negotiate.ts';
import { buyPath, cartPath, checkoutPath, orderPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { metadataIn } from '../document/page.ts';
import { showRestPage } from '../document/show-page.tsx';
import { onForm, systemPage, withUnsent } from '../document/system.tsx';
import { callFor, type SiteContext } from '../http/visitor.ts';
import {
  beginCart,
  cartEntries,
  cartKey,
  changesSince,
  emptyingOrderKey,
  readCart,
  readSeen,
  rememberCart,
  type SeenLine,
} from './cart.ts';
import { CheckoutPage } from './checkout.tsx';
import { nextToPay } from './order-routes.tsx';
import { type Ordered, OrderedAlert, readOrdered } from './ordered.tsx';

/** GET /checkout: address, delivery, payment and the order, on one page. What changed in the cart is looked at there first. */
export async function showCheckout(c: SiteContext) {
  const placed = await readOrdered(c);
  if (placed) return showOrdered(c, placed);
  const { lines, problems } = await readCart(c);
  if (problems.length > 0) return c.redirect(cartPath(), 303);
  const emptying = lines.length === 0 && (await readOrdered(c, emptyingOrderKey(c)));
  return emptying ? showOrdered(c, emptying, { again: false }) : showCheckoutPage(c, {});
}

/**
 * POST /checkout: the order; what is refused comes back with all that was typed. Another country only changes the form, and Enter in a
 * field only checks it. Whoever was asked about an order that is there already goes on with it, or orders again.
 */
export const sendOrder = onForm(
  async (c, form) => {
    if (form.step === 'country') return showCheckoutPage(c, form);
    if (form.step === 'ordered') return goOnWithOrder(c, form.ordered);
    if (form.step === 'again') {
      beginCart(c, cartEntries(c));
      return c.redirect(checkoutPath(), 303);
    }
    const { country = '', email, key, conditions } = form;
    const address = { country, ...Object.fromEntries(addressFieldNames.map((name) => [name, form[name] ?? ''])) };
    if (form.step === 'check') {
      const checked = await callFor(c, 'checkBuyer', { email, address });
      return showCheckoutPage(c, form, checked instanceof Refusal ? checked : undefined);
    }
    const payment = form.payment === 'card' ? 'card' : 'transfer';
    const lines = readSeen(form.lines ?? '');
    const data = { key, email, address, lines, totalMinor: Number(form.total), conditions, payment };
    const placed = await callFor(c, 'placeOrder', data);
    if (placed instanceof Refusal) return showCheckoutPage(c, form, placed);
    // Sent once more, it takes nothing out of a cart that was filled since.
    if ([key, undefined].includes(cartKey(c))) beginCart(c, withoutOrdered(cartEntries(c), lines), key);
    const isByCard = payment === 'card';
    return c.redirect(isByCard ? await nextToPay(placed.secret, c) : orderPath(placed.secret, 'placed'), 303);
  },
  { label: 'checkoutPage.backToCheckout', href: checkoutPath, scope: 'rest' },
);

async function goOnWithOrder(c: SiteContext, key = '') {
  const ordered = await readOrdered(c, key);
  if (!ordered) return c.redirect(checkoutPath(), 303);
  const { order } = ordered;
  if (cartKey(c) === key) beginCart(c, withoutOrdered(cartEntries(c), order.lines), key);
  return c.redirect(orderPath(order.secret, order.state === 'placed' ? 'placed' : undefined), 303);
}

function showOrdered(c: SiteContext, ordered: Ordered, { again = true } = {}) {
  return showRestPage(c, ({ t, brand }) => ({
    face: 'site',
    metadata: { ...metadataIn('checkoutPage')(t, brand), noindex: true },
    body: (
      <div className="wrap grid max-w-2xl grid-cols-1 gap-8 py-8">
        <h1>{t('checkoutPage.title')}</h1>
        <OrderedAlert t={t} {...ordered} />
        {again && (
          <form method="post" action={checkoutPath()} className="grid grid-cols-1 gap-4">
            <p>{t('checkoutPage.againText')}</p>
            <p>
              <Button variant="secondary" name="step" value="again">
                {t('checkoutPage.again')}
              </Button>
            </p>
          </form>
        )}
      </div>
    ),
  }));
}

/** An order of the cart is made with its key, from whichever tab. */
function keptCartKey(c: SiteContext): string {
  const key = cartKey(c) ?? randomUUID();
  rememberCart(c, cartEntries(c), key);
  return key;
}

/** What another tab put into the cart meanwhile stays there. */
function withoutOrdered(entries: CartEntry[], lines: Pick<SeenLine, 'productId' | 'quantity'>[]): CartEntry[] {
  const ordered = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  return entries
    .map((entry) => ({ ...entry, quantity: entry.quantity - (ordered.get(entry.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

async function showCheckoutPage(c: SiteContext, typed: Record<string, string>, refusal?: Refusal) {
  const isSpent = refusal?.details?.reason === 'ordered-before';
  const ordered = isSpent ? await readOrdered(c, typed.key ?? '') : undefined;
  const idempotencyKey = isSpent
    ? beginCart(c, cartEntries(c))
    : (unguessableKey.safeParse(typed.key).data ?? keptCartKey(c));
  return showRestPage(c, async (context, { user }) => {
    const { t } = context;
    const cart = await readCart(c);
    const changes = refusal?.details?.reason === 'changed-elsewhere' ? [] : await changesSince(typed.lines ?? '', c);
    const lines = cart.lines.map(({ quantity, unitMinor }) => ({ quantity, unitMinor }));
    const country = typed.country ?? preferredRegion(c.req.header('accept-language'));
    const asked = { lines, country, zip: typed.zip?.slice(0, maxAddressLine) };
    const checkout = await callFor(c, 'readCheckout', asked);
    const said = refusal && refusalInWords(refusal, t);
    const withoutForm = (title: string, text: string, action?: { label: string; href: string }) => ({
      ...withUnsent(context, systemPage(t, { title, text, action }), typedAddress(typed)),
      face: 'site' as const,
      refusal,
    });
    if (checkout instanceof Refusal || !checkout.open)
      return withoutForm(t('checkoutPage.closedTitle'), t('checkoutPage.closed'));
    if (cart.lines.length === 0) {
      const text = (!said?.details?.fields && said?.message) || t('checkoutPage.cartEmpty');
      return withoutForm(t('checkoutPage.emptyTitle'), text, { label: t('cartPage.toShop'), href: buyPath() });
    }
    const metadata = metadataIn('checkoutPage')(t, context.brand);
    // An earlier sending of this form may still be ordered.
    const isUnsure = refusal?.details?.reason === 'busy';
    const state = said && t(isUnsure ? 'checkoutPage.notConfirmed' : 'checkoutPage.notOrdered');
    return {
      face: 'site',
      formsLeadTo: checkout.byCard ? c.var.site.services.payments?.checkoutUrl : undefined,
      refusal,
      metadata: { ...metadata, title: [state, metadata.title].filter(Boolean).join(' · '), noindex: true },
      body: (
        <CheckoutPage
          {...{ t, cart, changes, checkout, idempotencyKey, ordered }}
          typed={{ email: user?.email ?? '', name: user?.displayName ?? '', ...typed }}
          state={state}
          message={said?.message}
          wantsLess={refusal?.details?.reason === 'stock-held' || refusal?.details?.reason === 'too-much'}
          errors={said?.details?.fields ?? {}}
        />
      ),
    };
  });
}

function typedAddress(typed: Record<string, string>): string {
  return [...addressFieldNames, 'email'].flatMap((name) => typed[name]?.trim() || []).join(', ');
}
