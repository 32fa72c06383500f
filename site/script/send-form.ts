import { newIdempotencyKey } from '../../browser/idempotency-key.ts';
import { isOfAnother } from '../../browser/server-away.ts';
import { type BrowserStorage, storageOf } from '../../browser/storage.ts';

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

/** After that the server may not know a key any more, and the words may no longer be right: their writer is asked. */
const longestWaitMs = 24 * 3_600_000;

type Kept = { /** Random, and known to this phone alone. */ id: string; entry: string; at: number };

/** What waits to be sent, each in an entry of its own: a page overwrites nothing that it or another page keeps. Sending one twice is sending it once. */
export function outboxIn<Sending extends object>(name: string) {
  const storage = storageOf('localStorage');
  /** For which the browser has no room. */
  const unstored = new Map<string, Sending & Kept>();
  const remove = ({ entry }: Kept) => {
    unstored.delete(entry);
    storage?.removeItem(entry);
  };
  const add = (sending: Sending, at = Date.now()) => {
    const id = newIdempotencyKey();
    const entry = `${name} ${id}`;
    const kept = { ...sending, id, entry, at };
    storage?.setItem(entry, JSON.stringify(kept));
    if (!storage?.getItem(entry)) unstored.set(entry, kept);
  };
  /** Oldest first, also what other pages keep; what waited too long comes last. */
  const read = () => {
    const stored = (storage?.names() ?? []).flatMap((entry): (Sending & Kept)[] => {
      const text = entry.startsWith(`${name} `) && storage?.getItem(entry);
      return text ? [JSON.parse(text)] : [];
    });
    return [...unstored.values(), ...stored]
      .map((kept) => ({ ...kept, isUnstored: unstored.has(kept.entry), isLate: Date.now() - kept.at > longestWaitMs }))
      .sort((one, other) => Number(one.isLate) - Number(other.isLate) || one.at - other.at);
  };
  // As earlier releases kept them: in one entry.
  for (const each of [JSON.parse(storage?.getItem(name) ?? '[]')].flat()) add(each, each.at);
  storage?.removeItem(name);
  return { read, add, remove };
}

type Draft = Record<string, string>;

const prefix = 'keep-';

/** Saves what is typed into forms with data-keep until the conversation shows it. */
export function saveFormDrafts(root: Document): void {
  const storage = storageOf('sessionStorage');
  if (storage) forgetSent(root, storage);
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-keep]')) {
    if (storage) keep(form, prefix + form.dataset.keep, storage);
    sendInBackground(form);
  }
}

function keep(form: HTMLFormElement, name: string, storage: BrowserStorage): void {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[type=text]')];
  const draft = readDraft(storage, name);
  for (const field of fields) field.value ||= draft[field.name] ?? '';
  form.addEventListener('input', () => {
    storage.setItem(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field.value]))));
  });
}

function forgetSent(root: Document, storage: BrowserStorage): void {
  if (!root.querySelector('[data-thread]')) return;
  const sent = [...root.querySelectorAll('.mine .said, .mine .said bdi')].map((element) => plain(element.textContent));
  for (const draft of storage.names().filter((key) => key.startsWith(prefix))) {
    const { name: _name, ...typed } = readDraft(storage, draft);
    if (Object.values(typed).every((text) => !plain(text) || sent.includes(plain(text)))) storage.removeItem(draft);
  }
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function readDraft(storage: BrowserStorage, name: string): Draft {
  return JSON.parse(storage.getItem(name) ?? '{}') as Draft;
}
