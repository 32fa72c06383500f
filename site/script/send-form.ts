import { newSendingKey } from '../../browser/sending-key.ts';
import { isServerAway } from '../../browser/server-away.ts';
import { storageOf } from '../../browser/storage.ts';

type Sending = { words: string; key: string; at: number };

/** The server forgets a key after that. */
const longestWaitMs = 24 * 3_600_000;
const retryMs = 10_000;
/** A network that says nothing for so long is as good as none. */
const answerMs = 15_000;
/** What comes sooner is held, because programs are so quick: a quick tap waits. */
const quickestMs = 3_000;

/** Sends a form in the background, and again until the server answers, also after the page was left (decision 018). */
export function sendInBackground(form: HTMLFormElement): void {
  const status = form.querySelector<HTMLElement>('[data-sending]');
  const storage = storageOf('localStorage');
  const name = `send-${form.dataset.keep}`;
  const kept = JSON.parse(storage?.getItem(name) ?? '[]') as Sending[];
  const queue = kept.filter(({ at }) => Date.now() - at < longestWaitMs);
  const opened = performance.now();
  let running = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const save = () => (queue.length > 0 ? storage?.setItem(name, JSON.stringify(queue)) : storage?.removeItem(name));
  const say = (text: string | undefined) => {
    if (!status || !text) return;
    status.hidden = false;
    status.textContent = text;
  };
  const send = async () => {
    const [first] = queue;
    if (running || !first) return;
    clearTimeout(retry);
    say(status?.dataset.sending);
    const early = opened + quickestMs - performance.now();
    if (early > 0) {
      retry = setTimeout(send, early);
      return;
    }
    running = true;
    const body = new URLSearchParams(`${first.words}&key=${first.key}`);
    const waiting = new AbortController();
    const patience = setTimeout(() => waiting.abort(), answerMs);
    const options = { method: 'POST', body, keepalive: true, signal: waiting.signal };
    const answer = await fetch(form.action, options).catch(() => undefined);
    clearTimeout(patience);
    running = false;
    if (!answer || isServerAway(answer)) {
      say(status?.dataset.waiting);
      retry = setTimeout(send, retryMs);
      return;
    }
    queue.shift();
    save();
    if (!answer.redirected) return submit(form.action, body);
    if (queue.length > 0) return send();
    location.href = answer.url;
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(form, event.submitter) as unknown as Iterable<[string, string]>;
    const body = new URLSearchParams([...fields]);
    const key = body.get('key') ?? newSendingKey();
    body.delete('key');
    const words = String(body);
    if (queue.some((sending) => sending.words === words)) return;
    queue.push({ words, key, at: Date.now() });
    save();
    send();
  });
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
