import type { MaintenanceNews } from '../../browser/live-events.ts';

/** Asks the server whether this page is closed now (C-4.12). */
export async function followMaintenance({
  enabled,
  exempt,
  message,
  keepTagPagesOpen,
}: MaintenanceNews): Promise<void> {
  const screen = document.querySelector<HTMLElement>('[data-maintenance]');
  const due = enabled && !exempt;
  if (screen && due && message !== screen.dataset.maintenance) {
    const { default: ours, translated } = screen.dataset;
    screen.textContent = (message === ours && translated) || message;
    screen.dataset.maintenance = message;
  }
  const isAsKnown = due === (screen !== null) && !(screen && keepTagPagesOpen);
  if (isAsKnown || document.querySelector('[data-unsent]')) return;
  const { pathname, search } = location;
  const answer = await fetch(pathname + search, { method: 'HEAD' }).catch(() => undefined);
  if (!answer) return;
  if (screen ? answer.status >= 500 : answer.status !== 503) return;
  dispatchEvent(new Event('leaving'));
  // reload() would send a form again.
  location.replace(pathname + search);
}

/** The server writes times in UTC. */
export function showLocalTimes(root: ParentNode): void {
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  for (const time of root.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  }
}
