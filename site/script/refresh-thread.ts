import { showLocalTimes } from './local-times.ts';
import { sendInBackground } from './send-form.ts';

let running = false;
let again = false;

/** Reads what came after the messages that no longer change. */
export async function refreshThread(thread: HTMLElement): Promise<void> {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    const page = await readPage(thread.dataset.since);
    const fresh = page?.querySelector<HTMLElement>('[data-thread]');
    if (page && fresh) {
      showLocalTimes(fresh);
      // A part of the thread without an answer does not show whether there is one.
      if (fresh.querySelector('.theirs')) {
        document.title = page.title;
        document.querySelector('[data-news]')?.replaceWith(page.querySelector('[data-news]') ?? '');
      }
      const { part, since, settled } = fresh.dataset;
      const kept = part === undefined ? 0 : Number(thread.dataset.settled);
      for (const row of [...thread.children].slice(kept)) row.remove();
      for (const form of fresh.querySelectorAll('form')) sendInBackground(form);
      thread.append(...fresh.children);
      Object.assign(thread.dataset, { since, settled: kept + Number(settled) });
    }
  }
  running = false;
}

async function readPage(since?: string): Promise<Document | undefined> {
  const answer = await fetch(`${location.pathname}?since=${since}`).catch(() => undefined);
  if (!answer?.ok) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
