import { showLocalTimes } from './local-times.ts';

let running = false;
let again = false;

/** Puts the messages of the page as it is on the server now into the page; what is being typed stays. */
export async function refreshThread(thread: HTMLElement): Promise<void> {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    const page = await readPage();
    const fresh = page?.querySelector('[data-thread]');
    if (page && fresh) {
      showLocalTimes(fresh);
      thread.replaceChildren(...fresh.children);
      document.title = page.title;
      document.querySelector('[data-news]')?.replaceWith(page.querySelector('[data-news]') ?? '');
    }
  }
  running = false;
}

/** Undefined when the network is away: the next event, or a reload, tries again. */
async function readPage(): Promise<Document | undefined> {
  const answer = await fetch(location.pathname).catch(() => undefined);
  if (!answer?.ok) return undefined;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}
