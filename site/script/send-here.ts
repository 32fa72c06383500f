import { isOfAnother, isServerAway } from '../../browser/server-away.ts';

/** A network that says nothing for this long counts as none. */
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
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (running) return;
    running = true;
    status.hidden = true;
    const answered = await post(form);
    running = false;
    if (!answered || isServerAway(answered) || (!answered.redirected && isOfAnother(answered))) {
      status.hidden = false;
      status.textContent = form.dataset.here ?? '';
    } else if (answered.redirected) location.href = answered.url;
    // The browser sends what was refused again, and shows the page that says why.
    else form.submit();
  });
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
