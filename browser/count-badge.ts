export function showCount(badges: '[data-unread]' | '[data-cart]', count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>(badges)) {
    badge.textContent = countText(count);
    badge.hidden = count === 0;
  }
}

export function countText(count: number): string {
  return count > 99 ? '99+' : String(count);
}

/** How many pieces the cart holds: the server writes it into a cookie, because pages are the same for everybody. */
export function cartCountIn(cookies: string): number {
  const [, count] = /handback\.cart_count=(\d+)/.exec(cookies) ?? [];
  return Number(count ?? 0);
}
