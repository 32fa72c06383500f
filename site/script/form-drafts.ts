import { type BrowserStorage, storageOf } from '../../browser/storage.ts';
import { sendInBackground } from './send-form.ts';

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
