import { isOfAnother, isServerAway } from '../../browser/server-away.ts';
import { storageOf } from '../../browser/storage.ts';

/** After this long without an answer the page says so. */
const answerMs = 15_000;

/** Sends forms of which nothing waits on the phone: without a network the page stays, with what was typed, and says so. */
export function sendHere(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-here]')) {
    const status = form.querySelector<HTMLElement>('[role=status]');
    if (status) answer(form, status);
  }
}

function answer(form: HTMLFormElement, status: HTMLElement): void {
  let running = false;
  const say = (words = '') => {
    status.hidden = false;
    status.textContent = words;
  };
  // Whoever comes back to this page sees nothing that is over.
  addEventListener('pagehide', () => {
    status.hidden = true;
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return;
    running = true;
    say(form.dataset.sending);
    const takeBack = forgetOutbox(form.dataset.forgets);
    const answered = await post(form);
    running = false;
    const { here, noAnswer } = form.dataset;
    // The server may have it, whatever became of its answer.
    if (!answered || isServerAway(answered)) return say(navigator.onLine ? noAnswer : here);
    if (answered.redirected && !isOfAnother(answered)) {
      location.href = answered.url;
      return;
    }
    takeBack();
    if (isOfAnother(answered)) return say(here);
    await showRefusal(answered, say, () => say(noAnswer));
  });
}

/** Forgets what waits on this phone, because the next page would send it. @returns takes that back, when the server refused to delete */
function forgetOutbox(conversation: string | undefined): () => void {
  const storage = storageOf('localStorage');
  const isOfConversation = (name: string) =>
    conversation && name.startsWith('send-') && name.split(' ')[0]?.endsWith(conversation);
  const forgotten = (storage?.names() ?? [])
    .filter(isOfConversation)
    .map((name) => [name, storage?.getItem(name) ?? ''] as const);
  for (const [name] of forgotten) storage?.removeItem(name);
  return () => {
    for (const [name, sending] of forgotten) storage?.setItem(name, sending);
  };
}

/** The page that came says why. It is not asked for again: that would send the form twice. */
async function showRefusal(answered: Response, say: (words: string) => void, sayNothingCame: () => void) {
  const html = await answered.text().catch(() => undefined);
  if (html === undefined) return sayNothingCame();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const reason = page.querySelector('[role=alert]')?.textContent;
  if (reason) return say(reason);
  document.title = page.title;
  document.querySelector('main')?.replaceWith(page.querySelector('main') ?? '');
  scrollTo(0, 0);
}

async function post(form: HTMLFormElement): Promise<Response | undefined> {
  const waiting = new AbortController();
  const patience = setTimeout(() => waiting.abort(), answerMs);
  const fields = new FormData(form) as unknown as Iterable<[string, string]>;
  const options = { method: 'POST', body: new URLSearchParams([...fields]), signal: waiting.signal };
  const answered = await fetch(form.action, options).catch(() => undefined);
  clearTimeout(patience);
  return answered;
}
