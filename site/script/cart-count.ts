import { showCount } from '../../browser/count-badge.ts';

/** The server writes into a cookie how many pieces the cart holds: the page is the same for everybody. */
export function showCartCount(): void {
  const [, count] = /handback\.cart_count=(\d+)/.exec(document.cookie) ?? [];
  showCount('[data-cart]', Number(count ?? 0));
}
