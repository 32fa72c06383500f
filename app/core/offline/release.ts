import { heldLocks } from '../../../browser/held-locks.ts';
import { schemeHeader } from '../../../browser/server-away.ts';
import { timeLimit } from '../../../browser/time-limit.ts';
import { signInPath } from '../../../paths/paths.ts';

export type AppRelease = {
  entry: string;
  files: string[];
  texts: Record<string, string>;
  lateTexts: Record<string, string>;
  adminTexts: Record<string, string>;
};

export const cachePrefix = 'release ';

export function readRelease(root: ParentNode): string {
  const script = root.querySelector<HTMLScriptElement>('script[type="module"]');
  return script ? new URL(script.src).pathname : '';
}

/** The document of every page, without personal data. It is cached last: a release that has it is complete. */
const shell = signInPath();

/** Caches the server's release, all of it or nothing, in the language and theme of `shown` or the browser's. Deletes those no longer needed. */
export function cacheRelease(shown?: Response): Promise<void> {
  return navigator.locks.request('handback-releases', async () => {
    const release = await readJson<AppRelease>('/app-release.json');
    const name = cachePrefix + release.entry;
    const cache = await caches.open(name);
    const kept = await cache.match(shell);
    if (!kept) await cache.addAll(release.files);
    if (!kept || (shown && languageOf(shown) && !isAlike(kept, shown))) {
      const document = await fetchShell(release.entry, shown);
      const spoken = languageOf(document);
      const texts = [release.texts, release.lateTexts, release.adminTexts].map((files) => files[spoken]);
      await cache.addAll(texts.filter((file) => file !== undefined));
      await cache.put(shell, document);
    }
    await dropOthers(name);
  });
}

export async function findShell(): Promise<Response | undefined> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  for (const cacheName of names.reverse()) {
    const found = await caches.match(shell, { cacheName });
    if (found) return found;
  }
  return undefined;
}

function languageOf(document: Response): string {
  return document.headers.get('content-language') ?? '';
}

function isAlike(one: Response, other: Response): boolean {
  return languageOf(one) === languageOf(other) && schemeOf(one) === schemeOf(other);
}

function schemeOf(document: Response): string {
  return document.headers.get(schemeHeader) ?? '';
}

async function fetchShell(entry: string, shown?: Response): Promise<Response> {
  const query = new URLSearchParams();
  if (shown && languageOf(shown)) query.set('lang', languageOf(shown));
  if (shown && schemeOf(shown)) query.set('theme', schemeOf(shown));
  const document = await fetchFresh(`${shell}?${query}`);
  if ((await document.clone().text()).includes(entry)) return document;
  throw new Error('The server is changing its release.');
}

/** A release stays while a page is open that could ask for its files. */
async function dropOthers(current: string): Promise<void> {
  const needed = [current, ...(await heldLocks())];
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && !needed.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function readJson<T>(path: string): Promise<T> {
  return (await fetchFresh(path)).json() as Promise<T>;
}

async function fetchFresh(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}.`);
  return response;
}

const assetTimeoutMs = 120_000;
const tries = 3;

/** Asks again when a file is late: a page cannot repeat an import() that hangs. */
export async function fetchAsset(request: Request, timeoutMs = assetTimeoutMs): Promise<Response> {
  for (let left = tries - 1; ; left--) {
    try {
      const response = await fetch(request, { signal: timeLimit(timeoutMs) });
      return new Response(await response.arrayBuffer(), response);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
