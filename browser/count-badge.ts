export function showCount(badges: '[data-unread]' | '[data-cart]', count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>(badges)) {
    badge.textContent = countText(count);
    badge.hidden = count === 0;
  }
}

export function countText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
