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
    let page = await readPage(`?since=${thread.dataset.since}`);
    let fresh = threadOf(page);
    // A message that no longer changed was hidden, or shown again; or what happens next has changed with the end.
    if (fresh && (fresh.dataset.changed !== thread.dataset.changed || isOver(page) !== isOver(document))) {
      page = await readPage();
      fresh = threadOf(page);
    }
    if (page && fresh) {
      showLocalTimes(fresh);
      showWhetherOver(thread, page);
      // This part of the thread has no answer of the owner, but another part may have one. What was refused stays said.
      const hasNews = fresh.dataset.part === undefined || fresh.querySelector('.theirs');
      if (hasNews && !document.querySelector('[data-returned]')) {
        document.title = page.title;
        document.querySelector('[data-news]')?.replaceWith(page.querySelector('[data-news]') ?? '');
      }
      const { part, since, settled, changed } = fresh.dataset;
      const kept = part === undefined ? 0 : Number(thread.dataset.settled);
      for (const row of [...thread.children].slice(kept)) row.remove();
      for (const form of fresh.querySelectorAll('form')) sendInBackground(form);
      thread.append(...fresh.children);
      Object.assign(thread.dataset, { since, changed, settled: kept + Number(settled) });
    }
  }
  running = false;
}

/** Closed or blocked is said above the forms; what is typed in them stays. */
function showWhetherOver(thread: HTMLElement, page: Document): void {
  const over = page.querySelector('[data-over]');
  const shown = document.querySelector('[data-over]');
  if (!over && shown && !document.querySelector('textarea')) {
    // What came back with the page stays in sight.
    if (!document.querySelector('[data-returned]')) location.replace(location.pathname);
    return;
  }
  shown?.remove();
  if (over) thread.after(over);
}

const isOver = (page?: Document) => Boolean(page?.querySelector('[data-over]'));

const threadOf = (page?: Document) => page?.querySelector<HTMLElement>('[data-thread]');

async function readPage(query = ''): Promise<Document | undefined> {
  const answer = await fetch(location.pathname + query).catch(() => undefined);
  if (!answer?.ok) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
