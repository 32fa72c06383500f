import { type CartEntry, type CartView, parseCart, viewCart, writeCart } from '../../domain/shop/contract/cart.ts';
import { isForSale, type Product } from '../../domain/shop/contract/product.ts';
import { findProducts } from '../../domain/shop/for-sale.ts';
import { readShopSettings } from '../../domain/shop/shop-settings.ts';
import { readCookie, setCookie } from '../../server/http/cookies.ts';
import { languageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

const rememberSeconds = 30 * 86_400;

/** The cart in the browser's cookie as it can be bought now. Empty while the shop is closed, with nothing of it forgotten. */
export async function readCart(c: SiteContext, site: Site): Promise<CartView> {
  const shop = await readShopSettings(site.installation);
  const { user } = await readVisitor(c, site);
  const options = {
    currency: shop.currency,
    language: languageOf(c, { user, scope: 'rest' }),
    forSale: (product: Product) => isForSale(product, shop),
  };
  if (!shop.open) return viewCart([], [], options);
  const entries = cartEntries(c, site);
  const ids = entries.map(({ id }) => id);
  return viewCart(entries, await findProducts(ids, site.installation), options);
}

export function cartEntries(c: SiteContext, site: Site): CartEntry[] {
  return parseCart(readCookie(c.req.header('cookie'), site.cookies.cart) ?? '');
}

export function rememberCart(c: SiteContext, site: Site, entries: CartEntry[]): void {
  const seconds = entries.length > 0 ? rememberSeconds : 0;
  c.header('Set-Cookie', setCookie(site.cookies.cart, writeCart(entries), seconds), { append: true });
}
