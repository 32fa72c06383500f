import { type CartEntry, entriesOf } from '../../domain/shop/contract/cart.ts';

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

export function seenEntries(text: string, currency: string): CartEntry[] {
  return entriesOf(text.split(' ').map((line) => [...line.split(':'), currency]));
}
