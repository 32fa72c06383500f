import { randomUUID } from 'node:crypto';
import type { CartEntry } from '../../domain/shop/contract/cart.ts';
import { addressFieldNames } from '../../domain/shop/contract/order.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { unguessableKey } from '../../functions/inputs.ts';
import { call } from '../../functions/list.ts';
import { cartPath, checkoutPath, orderPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { showPage } from '../document/show-page.tsx';
import { formNotRead, systemPage } from '../document/system.tsx';
import { readTypedForm } from '../http/form-values.ts';
import { sayWhenToRetry, statusOf } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { cartEntries, readCart, rememberCart } from './cart.ts';
import { CheckoutPage } from './checkout.tsx';
import { nextToPay } from './next-to-pay.ts';
import { readSeen, type SeenLine } from './seen-lines.ts';

/** GET /checkout: address, delivery, payment and the order, on one page. What changed in the cart is looked at there first. */
export function showCheckout(site: Site) {
  return async (c: SiteContext) => {
    const { problems } = await readCart(c, site);
    return problems.length > 0 ? c.redirect(cartPath(), 303) : showCheckoutPage(c, site, {});
  };
}

/** POST /checkout: the order; what is refused comes back with all that was typed. Another country only changes the form. */
export function sendOrder(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) {
      return showPage(c, site, ({ t }) =>
        formNotRead(t, form, { label: t('checkoutPage.backToCheckout'), href: checkoutPath() }),
      );
    }
    if (form.step === 'country') return showCheckoutPage(c, site, form);
    const { caller } = await readVisitor(c, site);
    const { country = '', email, key } = form;
    const address = { country, ...Object.fromEntries(addressFieldNames.map((name) => [name, form[name] ?? ''])) };
    const payment = form.payment === 'card' ? 'card' : 'transfer';
    const lines = readSeen(form.lines ?? '');
    const data = { key, email, address, lines, totalMinor: Number(form.total), payment };
    const placed = await call('placeOrder', caller, data, site.installation);
    if (placed instanceof Refusal) {
      sayWhenToRetry(c, placed);
      return showCheckoutPage(c, site, form, placed);
    }
    rememberCart(c, site, withoutOrdered(cartEntries(c, site), lines));
    if (payment === 'transfer') return c.redirect(orderPath(placed.secret, 'placed'), 303);
    return c.redirect(await nextToPay(placed.secret, caller, site), 303);
  };
}

/** What another tab put into the cart meanwhile stays there. */
function withoutOrdered(entries: CartEntry[], lines: SeenLine[]): CartEntry[] {
  const ordered = new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
  return entries
    .map((entry) => ({ ...entry, quantity: entry.quantity - (ordered.get(entry.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

function showCheckoutPage(c: SiteContext, site: Site, typed: Record<string, string>, refusal?: Refusal) {
  const isSpent = refusal?.details?.reason === 'ordered-before';
  return showPage(
    c,
    site,
    async ({ t }, { user, caller }) => {
      const cart = await readCart(c, site);
      const lines = cart.lines.map(({ quantity, unitMinor }) => ({ quantity, unitMinor }));
      const asked = { lines, country: typed.country };
      const checkout = await call('readCheckout', caller, asked, site.installation);
      const said = refusal && refusalInWords(refusal, t);
      if (checkout instanceof Refusal || !checkout.open) {
        const text = t('checkoutPage.closed');
        return { ...systemPage(t, { status: 200, title: t('checkoutPage.closedTitle'), text }), face: 'site' };
      }
      if (cart.lines.length === 0) {
        const action = { label: t('checkoutPage.toCart'), href: cartPath() };
        const text = said?.message ?? t('checkoutPage.cartEmpty');
        return { ...systemPage(t, { status: 200, title: t('checkoutPage.emptyTitle'), text, action }), face: 'site' };
      }
      return {
        face: 'site',
        formsLeadTo: checkout.byCard ? site.installation.payments?.checkoutUrl : undefined,
        status: refusal ? statusOf(refusal) : 200,
        metadata: {
          title: t('checkoutPage.title'),
          description: t('checkoutPage.description'),
          keywords: t('checkoutPage.keywords'),
          noindex: true,
        },
        body: (
          <CheckoutPage
            t={t}
            cart={cart}
            checkout={checkout}
            typed={{ email: user?.email ?? '', name: user?.displayName ?? '', ...typed }}
            sendingKey={(!isSpent && unguessableKey.safeParse(typed.key).data) || randomUUID()}
            message={said?.message}
            errors={said?.details?.fields ?? {}}
          />
        ),
      };
    },
    'rest',
  );
}
