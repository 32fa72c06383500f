import { newIdempotencyKey } from './idempotency-key.ts';
import { type BrowserStorage, storageOf } from './storage.ts';

/** The same words have the same key, and arrive once. */
type Attempt = { key: string; text: string };

export type Draft = { text: string; attempt?: Attempt; until?: number };

const prefix = 'draft ';

/** Under which what an administrator types over the words of a page stays in the browser, until it is saved. */
export const typedPageName = (uid: string, page = '', language = '') =>
  `page-words ${uid} ${page} ${language}`.trimEnd();

/** With which the names begin, in session storage, of what is typed into forms of the app. */
export const typedFormsName = (uid: string) => `typed ${uid} `;

/** @param itemId of the only item whose forms are meant */
export function dropTypedForms(uid: string, itemId?: string): void {
  const storage = storageOf('sessionStorage');
  const isMeant = (name: string) => !itemId || name.includes(`/${itemId}/`);
  for (const name of typedForms(uid).filter(isMeant)) storage?.removeItem(name);
}

const typedForms = (uid: string) =>
  storageOf('sessionStorage')
    ?.names()
    .filter((name) => name.startsWith(typedFormsName(uid))) ?? [];

export function createDrafts(storage: BrowserStorage | undefined, uid: string) {
  const nameOf = (conversationId: string) => `${prefix}${uid} ${conversationId}`;
  const all = () => storage?.names() ?? [];
  const names = () => all().filter((name) => name.startsWith(nameOf('')));
  const typedPages = () => all().filter((name) => name.startsWith(`${typedPageName(uid)} `));
  const kept = (name: string): Draft => {
    const draft = JSON.parse(storage?.getItem(name) ?? '{"text":""}') as Draft;
    if (!draft.until || draft.until > Date.now()) return draft;
    storage?.removeItem(name);
    return { text: '' };
  };
  return {
    read: (conversationId: string): Draft => kept(nameOf(conversationId)),
    write(conversationId: string, draft: Draft) {
      storage?.setItem(nameOf(conversationId), JSON.stringify(draft));
    },
    drop(conversationId: string) {
      storage?.removeItem(nameOf(conversationId));
    },
    follow(conversationId: string, show: (draft: Draft) => void): () => void {
      const hear = ({ key }: StorageEvent) => {
        if (key === nameOf(conversationId)) show(this.read(conversationId));
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
    some(): boolean {
      if (typedPages().length > 0 || typedForms(uid).length > 0) return true;
      return names().some((name) => kept(name).text.trim());
    },
    dropAll() {
      for (const name of [...names(), ...typedPages()]) storage?.removeItem(name);
      dropTypedForms(uid);
    },
  };
}

/** Changed words get a key of their own. */
export function attemptOf({ text, attempt }: Draft): Attempt {
  return attempt?.text === text ? attempt : { key: newIdempotencyKey(), text };
}
