import { randomUUID } from 'node:crypto';
import type { CartEntry } from '../../domain/shop/contract/cart.ts';
import { addressFieldNames, maxAddressLine } from '../../domain/shop/contract/order.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { unguessableKey } from '../../functions/inputs.ts';
import type { Translations } from '../../language/create-translations.ts';
import { cartPath, checkoutPath, orderPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { showRestPage } from '../document/show-page.tsx';
import { systemPage, withUnsent } from '../document/system.tsx';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';
import {
  beginCart,
  cartEntries,
  cartKey,
  changesSince,
  readCart,
  readSeen,
  rememberCart,
  type SeenLine,
} from './cart.ts';
import { onForm } from './cart-routes.tsx';
import { CheckoutPage } from './checkout.tsx';
import { nextToPay } from './order-routes.tsx';
import { type Ordered, OrderedAlert, readOrdered } from './ordered.tsx';

/** GET /checkout: address, delivery, payment and the order, on one page. What changed in the cart is looked at there first. */
export async function showCheckout(c: SiteContext, site: Site) {
  const placed = await readOrdered(c, site);
  if (placed) return showOrdered(c, site, placed);
  const { problems } = await readCart(c, site);
  return problems.length > 0 ? c.redirect(cartPath(), 303) : showCheckoutPage(c, site, {});
}

/**
 * POST /checkout: the order; what is refused comes back with all that was typed. Another country only changes the form, and Enter in a
 * field only checks it. Whoever was asked about an order that is there already goes on with it, or orders again.
 */
export const sendOrder = onForm(
  (t) => ({ label: t('checkoutPage.backToCheckout'), href: checkoutPath() }),
  async (c, site, form) => {
    if (form.step === 'country') return showCheckoutPage(c, site, form);
    if (form.step === 'ordered') return goOnWithOrder(c, site, form.ordered);
    if (form.step === 'again') {
      beginCart(c, site, cartEntries(c, site));
      return c.redirect(checkoutPath(), 303);
    }
    const { country = '', email, key, conditions } = form;
    const address = { country, ...Object.fromEntries(addressFieldNames.map((name) => [name, form[name] ?? ''])) };
    if (form.step === 'check') {
      const checked = await callFor(c, site, 'checkBuyer', { email, address });
      return showCheckoutPage(c, site, form, checked instanceof Refusal ? checked : undefined);
    }
    const payment = form.payment === 'card' ? 'card' : 'transfer';
    const lines = readSeen(form.lines ?? '');
    const data = { key, email, address, lines, totalMinor: Number(form.total), conditions, payment };
    const placed = await callFor(c, site, 'placeOrder', data);
    if (placed instanceof Refusal) {
      sayWhenToRetry(c, placed);
      return showCheckoutPage(c, site, form, placed);
    }
    // Sent once more, it takes nothing out of a cart that was filled since.
    if ([key, undefined].includes(cartKey(c, site))) beginCart(c, site, withoutOrdered(cartEntries(c, site), lines));
    const isByCard = payment === 'card';
    return c.redirect(isByCard ? await nextToPay(placed.secret, c, site) : orderPath(placed.secret, 'placed'), 303);
  },
);

async function goOnWithOrder(c: SiteContext, site: Site, key = '') {
  const ordered = await readOrdered(c, site, key);
  if (!ordered) return c.redirect(checkoutPath(), 303);
  const { order } = ordered;
  if (cartKey(c, site) === key) beginCart(c, site, withoutOrdered(cartEntries(c, site), order.lines));
  return c.redirect(orderPath(order.secret, order.state === 'placed' ? 'placed' : undefined), 303);
}

function showOrdered(c: SiteContext, site: Site, ordered: Ordered) {
  return showRestPage(c, site, ({ t }) => ({
    face: 'site',
    metadata: checkoutMetadata(t),
    body: (
      <div className="wrap grid max-w-2xl grid-cols-1 gap-8 py-8">
        <h1>{t('checkoutPage.title')}</h1>
        <OrderedAlert t={t} {...ordered} />
        <form method="post" action={checkoutPath()} className="grid grid-cols-1 gap-4">
          <p>{t('checkoutPage.againText')}</p>
          <p>
            <Button variant="secondary" name="step" value="again">
              {t('checkoutPage.again')}
            </Button>
          </p>
        </form>
      </div>
    ),
  }));
}

/** An order of the cart is made with its key, from whichever tab. */
function keptCartKey(c: SiteContext, site: Site): string {
  const key = cartKey(c, site) ?? randomUUID();
  rememberCart(c, site, cartEntries(c, site), key);
  return key;
}

function checkoutMetadata(t: Translations) {
  return {
    title: t('checkoutPage.title'),
    description: t('checkoutPage.description'),
    keywords: t('checkoutPage.keywords'),
    noindex: true,
  };
}

/** What another tab put into the cart meanwhile stays there. */
function withoutOrdered(entries: CartEntry[], lines: Pick<SeenLine, 'productId' | 'quantity'>[]): CartEntry[] {
  const ordered = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  return entries
    .map((entry) => ({ ...entry, quantity: entry.quantity - (ordered.get(entry.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

async function showCheckoutPage(c: SiteContext, site: Site, typed: Record<string, string>, refusal?: Refusal) {
  const isSpent = refusal?.details?.reason === 'ordered-before';
  const ordered = isSpent ? await readOrdered(c, site, typed.key ?? '') : undefined;
  const idempotencyKey = isSpent
    ? beginCart(c, site, cartEntries(c, site))
    : (unguessableKey.safeParse(typed.key).data ?? keptCartKey(c, site));
  return showRestPage(c, site, async (context, { user }) => {
    const { t } = context;
    const cart = await readCart(c, site);
    const changes =
      refusal?.details?.reason === 'changed-elsewhere' ? [] : await changesSince(typed.lines ?? '', c, site);
    const lines = cart.lines.map(({ quantity, unitMinor }) => ({ quantity, unitMinor }));
    const asked = { lines, country: typed.country, zip: typed.zip?.slice(0, maxAddressLine) };
    const checkout = await callFor(c, site, 'readCheckout', asked);
    const said = refusal && refusalInWords(refusal, t);
    const status = refusal ? statusOf(refusal) : 200;
    const withoutForm = (title: string, text: string, action?: { label: string; href: string }) => ({
      ...withUnsent(context, systemPage(t, { status, title, text, action }), typedAddress(typed)),
      face: 'site' as const,
    });
    if (checkout instanceof Refusal || !checkout.open)
      return withoutForm(t('checkoutPage.closedTitle'), t('checkoutPage.closed'));
    if (cart.lines.length === 0) {
      const text = (!said?.details?.fields && said?.message) || t('checkoutPage.cartEmpty');
      return withoutForm(t('checkoutPage.emptyTitle'), text, { label: t('checkoutPage.toCart'), href: cartPath() });
    }
    return {
      face: 'site',
      formsLeadTo: checkout.byCard ? site.services.payments?.checkoutUrl : undefined,
      status,
      metadata: checkoutMetadata(t),
      body: (
        <CheckoutPage
          t={t}
          cart={cart}
          changes={changes}
          checkout={checkout}
          typed={{ email: user?.email ?? '', name: user?.displayName ?? '', ...typed }}
          idempotencyKey={idempotencyKey}
          ordered={ordered}
          isUnsure={refusal?.details?.reason === 'busy'}
          message={said?.message}
          errors={said?.details?.fields ?? {}}
        />
      ),
    };
  });
}

function typedAddress(typed: Record<string, string>): string {
  return [...addressFieldNames, 'email'].flatMap((name) => typed[name]?.trim() || []).join(', ');
}
