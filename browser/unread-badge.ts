export function showUnread(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-unread]')) {
    badge.textContent = unreadText(count);
    badge.hidden = count === 0;
  }
}

export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
