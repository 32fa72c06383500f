import { isOfAnother } from '../../browser/server-away.ts';
import { arrangeParts } from './arrange-parts.ts';
import { showLocalTimes } from './follow-maintenance.ts';
import { sendInBackground } from './send-form.ts';
import { rememberTold, tellOfAnswer, untoldAnswer } from './tell-of-answer.ts';

let told: string | undefined;

export function watchReading(thread: HTMLElement): void {
  rememberTold(thread);
  markRead(thread);
  document.addEventListener('visibilitychange', () => markRead(thread));
}

/** A page in the background, or one that a program looked at, has not been read. */
export async function markRead(thread: HTMLElement): Promise<void> {
  const upTo = [...thread.querySelectorAll<HTMLElement>('[data-unseen]')].at(-1)?.dataset.unseen;
  if (!upTo || upTo === told || document.visibilityState !== 'visible') return;
  told = upTo;
  const body = new URLSearchParams({ upTo });
  // The functions of paths/ are larger than this script.
  const answer = await fetch(`${location.pathname}/read`, { method: 'POST', body, keepalive: true }).catch(
    () => undefined,
  );
  if (!answer?.ok) told = undefined;
}

let running = false;
let again = false;

export async function refreshThread(thread: HTMLElement): Promise<void> {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    let page = await readPage(`?since=${thread.dataset.since}`);
    let fresh = threadOf(page);
    // A message that no longer changed was hidden, or shown again; or what happens next has changed with the end, or an answer.
    if (fresh && (fresh.dataset.changed !== thread.dataset.changed || isOver(page) !== isOver(document))) {
      page = await readPage();
      fresh = threadOf(page);
    }
    // What stands around the thread is said by the whole page alone.
    const whole = fresh?.dataset.part === undefined ? page : untoldAnswer(fresh) && (await readPage());
    if (page && fresh) {
      showLocalTimes(fresh);
      showWhetherOver(thread, page);
      // This part of the thread has no answer of the owner, but another part may have one. What was refused stays said.
      const hasNews = fresh.dataset.part === undefined || fresh.querySelector('.theirs');
      if (hasNews && !document.querySelector('[data-returned]')) {
        document.title = page.title;
        const news = page.querySelectorAll('[data-news]');
        for (const [at, old] of document.querySelectorAll('[data-news]').entries()) old.replaceWith(news[at] ?? '');
        if (whole) arrangeParts(whole);
      }
      const { part, since, settled, changed } = fresh.dataset;
      const kept = part === undefined ? 0 : Number(thread.dataset.settled);
      for (const row of [...thread.children].slice(kept)) row.remove();
      for (const form of fresh.querySelectorAll('form')) sendInBackground(form);
      thread.append(...fresh.children);
      Object.assign(thread.dataset, { since, changed, settled: kept + Number(settled) });
      tellOfAnswer(thread);
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

type Solved = object | null;

/** Works, beside the page, for the release of the messages that the limits hold (decision 040). Without it they stay held. */
export async function releaseHeld(root: ParentNode): Promise<void> {
  // Browsers derive keys on secure pages alone.
  if (!root.querySelector('[data-held]') || !globalThis.isSecureContext || !('Worker' in globalThis)) return;
  const path = `${location.pathname}/challenge`;
  let released = true;
  while (released) {
    const { challenge } = await answerOf(path);
    const solution = challenge && (await solve(challenge));
    if (!solution) return;
    const proof = `{"challenge":${challenge},"solution":${JSON.stringify(solution)}}`;
    const body = new URLSearchParams({ proof });
    released = Boolean((await answerOf(path, { method: 'POST', body, keepalive: true })).released);
  }
}

type Answer = { challenge?: string; released?: boolean };

async function answerOf(path: string, options?: RequestInit): Promise<Answer> {
  const answer = await fetch(path, options).catch(() => undefined);
  return answer?.status === 200 && !isOfAnother(answer) ? ((await answer.json()) as Answer) : {};
}

function solve(challenge: string): Promise<Solved> {
  const worker = new Worker('/proof-worker.js', { type: 'module' });
  return new Promise<Solved>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Solved>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(JSON.parse(challenge));
  }).finally(() => worker.terminate());
}
