import { randomUUID } from 'node:crypto';
import {
  type CartEntry,
  type CartProblem,
  type CartView,
  cartKeyIn,
  entriesOf,
  parseCart,
  viewCart,
  writeCart,
} from '../../domain/shop/contract/cart.ts';
import { isForSale, type Product } from '../../domain/shop/contract/product.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { findProducts } from '../../domain/shop/for-sale.ts';
import { readCookie, setCookie } from '../../server/http/headers.ts';
import { pageLanguageOf } from '../http/language.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

const rememberSeconds = 30 * 86_400;
const rememberOrderSeconds = 3600;

/** The cart in the browser's cookie as it can be bought now. Empty while the shop is closed, with nothing of it forgotten. */
export async function readCart(c: SiteContext): Promise<CartView> {
  return viewEntries(c, () => cartEntries(c));
}

export async function changesSince(lines: string, c: SiteContext): Promise<CartProblem[]> {
  return (await viewEntries(c, (currency) => seenEntries(lines, currency))).problems;
}

async function viewEntries(c: SiteContext, entriesIn: (currency: string) => CartEntry[]): Promise<CartView> {
  const shop = await readShopSettings(c.var.site.services);
  const { user } = await readVisitor(c);
  const options = {
    currency: shop.currency,
    language: pageLanguageOf(c, { user, readIn: 'rest' }),
    forSale: (product: Product) => isForSale(product, shop),
  };
  if (!shop.open) return viewCart([], [], options);
  const entries = entriesIn(shop.currency);
  const ids = entries.map(({ id }) => id);
  return viewCart(entries, await findProducts(ids, c.var.site.services), options);
}

export function cartEntries(c: SiteContext): CartEntry[] {
  return parseCart(cartCookie(c));
}

export function cartKey(c: SiteContext): string | undefined {
  return cartKeyIn(cartCookie(c));
}

/** Also an empty cart keeps its key: what is put into it again may have been ordered. */
export function rememberCart(c: SiteContext, entries: CartEntry[], key = cartKey(c)): void {
  writeCookies(c, entries, { key: key ?? randomUUID(), seconds: rememberSeconds });
}

/**
 * What is left in the cart when the rest of it was ordered; ordering this is another order. Nothing is left: whoever goes back is led to
 * the order. Answers its key.
 */
export function beginCart(c: SiteContext, entries: CartEntry[], orderedWith = ''): string {
  const key = randomUUID();
  const ordered = cartKeyIn(orderedWith);
  if (entries.length > 0) writeCookies(c, entries, { key, seconds: rememberSeconds });
  else writeCookies(c, [], { key: `${key}.${ordered}`, seconds: ordered ? rememberOrderSeconds : 0 });
  return key;
}

/** Of the order that emptied the cart. */
export function emptyingOrderKey(c: SiteContext): string | undefined {
  const [, ordered = ''] = cartCookie(c).split('.');
  return cartKeyIn(ordered);
}

function cartCookie(c: SiteContext): string {
  return readCookie(c.req.header('cookie'), c.var.site.cookies.cart) ?? '';
}

/** The number of pieces alone is for the script of the navigation. */
function writeCookies(c: SiteContext, entries: CartEntry[], { key, seconds }: { key: string; seconds: number }): void {
  const { cart, cartCount } = c.var.site.cookies;
  const count = String(piecesOf(entries));
  c.header('Set-Cookie', setCookie(cart, writeCart(entries, key), seconds), { append: true });
  c.header('Set-Cookie', setCookie(cartCount, count, seconds, 'scripts'), { append: true });
}

/** Of what the cart shows, when the browser says another number. */
export function correctCount(c: SiteContext, lines: CartView['lines']): void {
  const { cartCount } = c.var.site.cookies;
  const count = piecesOf(lines);
  if (count === Number(readCookie(c.req.header('cookie'), cartCount) ?? 0)) return;
  c.header('Set-Cookie', setCookie(cartCount, String(count), rememberSeconds, 'scripts'), { append: true });
}

function piecesOf(lines: { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

export type SeenLine = { productId: string; quantity: number; unitMinor: number };

export function writeSeen(lines: { product: { id: string }; quantity: number; unitMinor: number }[]): string {
  return lines.map(({ product, quantity, unitMinor }) => `${product.id}:${quantity}:${unitMinor}`).join(' ');
}

/** What is no number is refused by the function. */
export function readSeen(text: string): SeenLine[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((line) => {
      const [productId = '', quantity, unitMinor] = line.split(':');
      return { productId, quantity: Number(quantity), unitMinor: Number(unitMinor) };
    });
}

function seenEntries(text: string, currency: string): CartEntry[] {
  return entriesOf(text.split(' ').map((line) => [...line.split(':'), currency]));
}
