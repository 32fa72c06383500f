import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from '../visitor.ts';
import { openWindow, withWorker } from './browser.ts';
import { openThread, ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

/** What the browser says by itself without network or server, and when the server then refuses what waited. */
export const cutOff =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|FAILED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)|status of (401|404|409)/;

/** A window whose network and server may go. */
export function openOffline(
  product: Product,
  options: BrowserContextOptions = {},
  ...expected: RegExp[]
): Promise<Page> {
  return openWindow(product.url, { ...withWorker, ...options }, cutOff, ...expected);
}

export async function ownerInConversation(given?: Product, window?: Page) {
  const product = given ?? (await sharedProduct());
  const { owner, path, ...made } = await ownerWithTag(product, window ?? (await openOffline(product)));
  const finder = product.visitor();
  const link = await writeAsFinder(finder, path, 'It lies at the lake.');
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await isKept(owner, '"queryKey":["items"]');
  // A document that is asked for while the worker begins would stay without it.
  await owner.evaluate(() => navigator.serviceWorker.ready.then(() => 'ready'));
  await openThread(owner, /at the lake/);
  await owner.getByRole('log').getByText('It lies at the lake.').waitFor();
  await isThreadKept(owner);
  expect(await owner.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return { ...made, owner, path, finder, link, inbox: new URL(owner.url()).pathname };
}

export function said(page: Page, words: string): Locator {
  return page.getByRole('log').getByRole('listitem').filter({ hasText: words });
}

/** @returns the private link */
export async function writeAsFinder(finder: Visitor, path: string, text: string): Promise<string> {
  await finder.get(path);
  return (await finder.post(path, { text })).headers.get('location') ?? '';
}

export async function timesRead(finder: Visitor, link: string, words: string): Promise<number> {
  return (await (await finder.get(link)).text()).split(words).length - 1;
}

/** Until then the page is told that it is left, as it then writes what it has read at once. */
export async function isKept(page: Page, words: string): Promise<void> {
  const write = async () => {
    await page.evaluate(() => dispatchEvent(new Event('beforeunload')));
    return readDevice(page);
  };
  await expect.poll(write, { interval: 200 }).toContain(words);
}

/** The list of conversations has the last words of each, too. */
export async function isThreadKept(page: Page): Promise<void> {
  await isKept(page, `"queryKey":["conversations","${new URL(page.url()).pathname.split('/').at(-1)}"`);
}

export function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const ended = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        found.push(await ended(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const isText = !/\.(js|css|woff2)$/.test(request.url);
        found.push(request.url, isText && (await (await cache.match(request))?.text()));
      }
    }
    return JSON.stringify(found);
  });
}

/** What waits on the device to be sent, after the entries are put there as they are; where `picture` or `file` is true, it is the file. */
export function outbox(page: Page, entries: object[] = [], bytes: number[] = []): Promise<string> {
  return page.evaluate(
    async ({ bytes, entries }) => {
      const opening = indexedDB.open('handback-outbox');
      await new Promise((resolve, reject) => {
        opening.onupgradeneeded = () => opening.result.createObjectStore('unsent');
        opening.onsuccess = resolve;
        opening.onerror = reject;
      });
      const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' });
      const transaction = opening.result.transaction('unsent', 'readwrite');
      const unsent = transaction.objectStore('unsent');
      for (const entry of entries) {
        const fields = Object.entries(entry).map(([name, value]) => [
          name,
          value === true && (name === 'picture' || name === 'file') ? file : value,
        ]);
        unsent.put(Object.fromEntries(fields), Reflect.get(entry, 'key'));
      }
      const reading = unsent.getAll();
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
      return JSON.stringify(reading.result);
    },
    { bytes, entries },
  );
}
