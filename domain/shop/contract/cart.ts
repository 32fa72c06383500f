import { formatMoney } from './money.ts';
import type { Product } from './product.ts';

export const maxCartLines = 20;
export const maxQuantity = 99;

/** What a browser has put aside: the price is the one that was shown. */
export type CartEntry = { id: string; quantity: number; shownMinor: number; currency: string };

const keyPattern = /^([\da-f-]{36})(?:\.|$)/;

export function parseCart(text: string): CartEntry[] {
  return entriesOf(
    text
      .replace(keyPattern, '')
      .split('.')
      .map((part) => part.split('*')),
  );
}

/** Id, quantity, price and currency. */
const entryParts = [/^[\w-]{1,64}$/, /^\d{1,2}$/, /^\d{1,9}$/, /^[A-Z]{3}$/];

/** As many as a cart holds of what a browser sent; what is no entry is left out. */
export function entriesOf(sent: string[][]): CartEntry[] {
  const entries = new Map<string, CartEntry>();
  for (const parts of sent.slice(0, maxCartLines)) {
    const [id = '', quantity, shownMinor, currency = ''] = parts;
    if (parts.length !== entryParts.length) continue;
    if (!entryParts.every((pattern, n) => pattern.test(parts[n] ?? '')) || Number(quantity) < 1) continue;
    entries.set(id, { id, quantity: Number(quantity), shownMinor: Number(shownMinor), currency });
  }
  return [...entries.values()];
}

/** The key with which the cart is ordered, so that it is ordered once. Cookies of earlier releases have none. */
export function cartKeyIn(text: string): string | undefined {
  return keyPattern.exec(text)?.[1];
}

export function writeCart(entries: CartEntry[], key: string): string {
  const parts = entries
    .slice(0, maxCartLines)
    .map(({ id, quantity, shownMinor, currency }) => [id, quantity, shownMinor, currency].join('*'));
  return [key, ...parts].join('.');
}

export type CartLine = { product: Product; quantity: number; unitMinor: number; totalMinor: number };

/** What is other than when it was put into the cart. Without a product: it never was, or was hidden. */
export type CartProblem = { id: string } & (
  | { is: 'gone'; product: Product | undefined }
  | { is: 'sold-out'; product: Product }
  | { is: 'fewer'; product: Product; left: number }
  | { is: 'price'; product: Product; before: string; now: string }
);

export type CartView = { lines: CartLine[]; itemsMinor: number; currency: string; problems: CartProblem[] };

/** The cart as it can be bought now, and what is no longer as it was. @param forSale whether a product can be bought at all */
export function viewCart(
  entries: CartEntry[],
  products: Product[],
  { currency, language, forSale }: { currency: string; language: string; forSale(product: Product): boolean },
): CartView {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines: CartLine[] = [];
  const problems: CartProblem[] = [];
  for (const entry of entries) {
    const { id } = entry;
    const product = byId.get(id);
    if (!product || !forSale(product)) {
      problems.push({ id, is: 'gone', product: product?.hidden ? undefined : product });
      continue;
    }
    const left = product.stock ?? maxQuantity;
    if (left < 1) {
      problems.push({ id, is: 'sold-out', product });
      continue;
    }
    const { priceMinor: unitMinor } = product;
    const quantity = Math.min(entry.quantity, left, maxQuantity);
    if (quantity < entry.quantity) problems.push({ id, is: 'fewer', product, left });
    if (unitMinor !== entry.shownMinor || currency !== entry.currency) {
      const before = formatMoney({ minor: entry.shownMinor, currency: entry.currency }, language);
      problems.push({ id, is: 'price', product, before, now: formatMoney({ minor: unitMinor, currency }, language) });
    }
    lines.push({ product, quantity, unitMinor, totalMinor: unitMinor * quantity });
  }
  return { lines, itemsMinor: lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0), currency, problems };
}
