import { newIdempotencyKey } from '../../browser/idempotency-key.ts';
import { isOfAnother } from '../../browser/server-away.ts';
import { outboxIn } from './outbox.ts';

type Sending = { words: string; key: string };

const retryMs = 10_000;
/** A network that says nothing for this long counts as none. */
const answerMs = 15_000;

/** Sends a form in the background, and again until the server answers, also after the page was left (decision 018). */
export function sendInBackground(form: HTMLFormElement): void {
  const status = form.querySelector<HTMLElement>('[data-sending]');
  const unsent = outboxIn<Sending>(`send-${form.dataset.keep}`);
  let running = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const say = (text: string | undefined) => {
    if (!status || !text) return;
    status.hidden = false;
    status.textContent = text;
  };
  const send = async () => {
    const [first] = unsent.read();
    if (running || !first) return;
    clearTimeout(retry);
    const body = new URLSearchParams(`${first.words}&key=${first.key}&attempt=${first.id}`);
    // The page that comes back with the words asks whether they are still right.
    if (first.isLate) body.append('late', '1');
    say(status?.dataset.sending);
    running = true;
    const waiting = new AbortController();
    const patience = setTimeout(() => waiting.abort(), answerMs);
    const options = { method: 'POST', body, keepalive: true, signal: waiting.signal };
    const answer = await fetch(form.action, options).catch(() => undefined);
    // Whatever was stored is answered with another page.
    const isRefused = answer && !answer.redirected;
    const page = isRefused && (await answer.text().catch(() => undefined));
    clearTimeout(patience);
    running = false;
    if (!answer || page === undefined || answer.status === 503 || isOfAnother(answer)) {
      say(answer ? status?.dataset.notNow : status?.dataset.waiting);
      retry = setTimeout(send, retryMs);
      return;
    }
    // What comes back is removed by the page that it comes back with: the way there may fail too.
    if (page === false || !page.includes(`data-returned="${first.key}"`)) unsent.remove(first);
    if (isRefused) return submit(form.action, body);
    if (unsent.read().length > 0) return send();
    location.href = answer.url;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(form, event.submitter) as unknown as Iterable<[string, string]>;
    const body = new URLSearchParams([...fields]);
    if (status?.dataset.empty && !body.get('answer') && !body.get('text')?.trim()) {
      say(status.dataset.empty);
      form.querySelector('textarea')?.focus();
      return;
    }
    const key = body.get('key') ?? newIdempotencyKey();
    body.delete('key');
    const words = String(body);
    if (unsent.read().some((sending) => sending.words === words)) return;
    unsent.add({ words, key });
    send();
  });
  // What came back stays in sight until its writer sends it.
  const { returned } = form.dataset;
  if (returned !== undefined) {
    for (const sending of unsent.read()) if (sending.key === returned) unsent.remove(sending);
    return;
  }
  addEventListener('online', send);
  send();
}

function submit(action: string, body: URLSearchParams): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action });
  for (const [name, value] of body) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
