import { type CartEntry, maxCartLines, maxQuantity } from '../../domain/shop/contract/cart.ts';
import { isForSale, type Product } from '../../domain/shop/contract/product.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { findProducts } from '../../domain/shop/for-sale.ts';
import { plainDigits } from '../../domain/texts/contract/plain-digits.ts';
import type { Translations } from '../../language/create-translations.ts';
import { cartPath, checkoutPath } from '../../paths/paths.ts';
import { showRestPage } from '../document/show-page.tsx';
import { onForm } from '../document/system.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { cartEntries, correctCount, readCart, rememberCart } from './cart.ts';
import { cartPage, type RefusedQuantities } from './cart-page.tsx';
import { readOrdered } from './ordered.tsx';
import { productPage } from './product-page.tsx';

const backToCart = { label: 'shopPage.toCart', href: cartPath, scope: 'rest' } as const;

export const addToCart = onForm(async (c, { id = '', quantity: typed = '1' }) => {
  const { services } = c.var.site;
  const [product] = await findProducts([id], services);
  const shop = await readShopSettings(services);
  if (!product || product.hidden || !isForSale(product, shop)) {
    const shown = product?.hidden ? undefined : product;
    return showRestPage(c, (context) => productPage(context, { product: shown, shop }));
  }
  const entries = cartEntries(c);
  const inCart = entries.find((entry) => entry.id === id)?.quantity ?? 0;
  const added = readQuantity(typed);
  const wrong = added === undefined ? wrongQuantity : whyNot(product, { inCart, added, lines: entries.length });
  if (added === undefined || wrong) {
    const errorIn = wrong ?? wrongQuantity;
    return showRestPage(c, (context) =>
      productPage(context, { product, shop, refused: { typed, error: errorIn(context.t) } }),
    );
  }
  const entry = { id, quantity: inCart + added, shownMinor: product.priceMinor, currency: product.currency };
  rememberCart(c, [...entries.filter((other) => other.id !== id), entry]);
  return c.redirect(cartPath(), 303);
}, backToCart);

export const updateCart = onForm(async (c, form) => {
  const { entries, wrong } = entriesTyped(form);
  if (wrong.length > 0) {
    const quantities = Object.entries(form).flatMap(([name, typed]) =>
      name.startsWith('quantity-') ? [{ id: name.slice(9), typed }] : [],
    );
    const errorOf = (id: string, t: Translations) => wrong.includes(id) && { error: wrongQuantity(t) };
    return showCart(c, (t) =>
      Object.fromEntries(quantities.map(({ id, typed }) => [id, { typed, ...errorOf(id, t) }])),
    );
  }
  // What another tab put into the cart meanwhile is not in this form.
  const others = cartEntries(c).filter(({ id }) => !(`quantity-${id}` in form) && !(`gone-${id}` in form));
  rememberCart(c, [...entries, ...others]);
  return c.redirect(form.next === 'checkout' ? checkoutPath() : cartPath(), 303);
}, backToCart);

/** POST /cart/remove: without one product; quantities that were typed meanwhile count, where they can. */
export const removeFromCart = onForm(async (c, form) => {
  const typed = new Map(entriesTyped(form).entries.map((entry) => [entry.id, entry]));
  const left = cartEntries(c).filter(({ id }) => id !== form.remove);
  rememberCart(
    c,
    left.map((entry) => typed.get(entry.id) ?? entry),
  );
  return c.redirect(cartPath(), 303);
}, backToCart);

export async function showCart(c: SiteContext, refusedIn?: (t: Translations) => RefusedQuantities) {
  const cart = await readCart(c);
  const { open } = await readShopSettings(c.var.site.services);
  const ordered = await readOrdered(c);
  if (open) correctCount(c, cart.lines);
  return showRestPage(c, (context) => cartPage(context, { cart, open, ordered, refused: refusedIn?.(context.t) }));
}

function entriesTyped(form: Record<string, string>): { entries: CartEntry[]; wrong: string[] } {
  const entries: CartEntry[] = [];
  const wrong: string[] = [];
  for (const [name, typed] of Object.entries(form)) {
    const [, id] = /^quantity-([\w-]{1,64})$/.exec(name) ?? [];
    if (!id) continue;
    const [, shownMinor, currency] = /^(\d{1,9}) ([A-Z]{3})$/.exec(form[`price-${id}`] ?? '') ?? [];
    const quantity = plainDigits(typed).trim() === '0' ? 0 : readQuantity(typed);
    if (quantity === undefined) wrong.push(id);
    else if (quantity > 0 && currency) entries.push({ id, quantity, shownMinor: Number(shownMinor), currency });
  }
  return { entries, wrong };
}

function readQuantity(typed: string): number | undefined {
  const digits = plainDigits(typed).trim();
  const quantity = /^\d{1,3}$/.test(digits) ? Number(digits) : 0;
  return quantity >= 1 && quantity <= maxQuantity ? quantity : undefined;
}

const wrongQuantity = (t: Translations) => t('cartPage.wrongQuantity', { most: maxQuantity });

type Adding = { inCart: number; added: number; lines: number };

function whyNot({ stock }: Product, { inCart, added, lines }: Adding): ((t: Translations) => string) | undefined {
  if (stock === 0) return (t) => t('cartPage.soldOutNow');
  if (inCart === 0 && lines >= maxCartLines) return (t) => t('cartPage.full', { most: maxCartLines });
  if (inCart + added > maxQuantity) return (t) => t('cartPage.tooMany', { most: maxQuantity });
  if (stock !== null && inCart + added > stock) return (t) => t('cartPage.notEnough', { left: stock, inCart });
  return undefined;
}
