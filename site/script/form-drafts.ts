import { sendInBackground } from './send-form.ts';

type Kept = Record<string, string>;

const prefix = 'keep-';

/**
 * Keeps what is typed into forms marked with data-keep until it stands in the conversation: a reload, a dead network or
 * a wrong tap loses nothing.
 */
export function saveFormDrafts(root: Document): void {
  const storage = storageOf(root);
  if (storage) forgetSent(root, storage);
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-keep]')) {
    if (storage) keep(form, prefix + form.dataset.keep, storage);
    sendInBackground(form);
  }
}

function keep(form: HTMLFormElement, name: string, storage: Storage): void {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input[type=text]')];
  const draft = readDraft(storage, name);
  for (const field of fields) field.value ||= draft[field.name] ?? '';
  form.addEventListener('input', () => {
    storage.setItem(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field.value]))));
  });
}

/** Only words that stand in the conversation were sent. */
function forgetSent(root: Document, storage: Storage): void {
  if (!root.querySelector('[data-thread]')) return;
  const sent = [...root.querySelectorAll('.mine .said')].map((element) => plain(element.textContent));
  for (const name of Object.keys(storage).filter((key) => key.startsWith(prefix))) {
    const text = plain(readDraft(storage, name).text);
    if (!text || sent.includes(text)) storage.removeItem(name);
  }
}

function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

function readDraft(storage: Storage, name: string): Kept {
  return JSON.parse(storage.getItem(name) ?? '{}') as Kept;
}

/** Session storage, or undefined where the browser forbids it. */
function storageOf({ defaultView }: Document): Storage | undefined {
  try {
    return defaultView?.sessionStorage;
  } catch {
    return undefined;
  }
}
