/** C-2.11. */
export function showUnread(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-unread]')) {
    badge.textContent = String(count);
    badge.hidden = count === 0;
  }
}
