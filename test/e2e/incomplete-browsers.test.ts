import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow, phone, refusals, withWorker } from './browser.ts';
import { openThread, ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';

/** Each runs in the page before its scripts, and so uses nothing from here. What begins no worker is tried where one could begin. */
const browsers: [name: string, makeIncomplete: () => void, options?: BrowserContextOptions, logged?: string[]][] = [
  [
    'none of what came after the oldest browsers',
    () => {
      const remove = (from: object, ...names: string[]) => {
        for (const name of names) Reflect.deleteProperty(from, name);
      };
      remove(AbortSignal, 'any', 'timeout');
      remove(URL, 'canParse', 'parse');
      remove(globalThis, 'BroadcastChannel');
      remove(String.prototype, 'toWellFormed', 'isWellFormed');
      remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf');
      remove(Promise, 'withResolvers', 'try');
      remove(Object, 'groupBy');
      remove(Map, 'groupBy');
      remove(Intl, 'Segmenter', 'DurationFormat');
      const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
      remove(iterator, 'map', 'filter', 'take', 'toArray', 'some', 'find');
    },
  ],
  [
    'nothing to store in, no locks and no workers',
    () => {
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
        Reflect.deleteProperty(globalThis, name);
      for (const name of ['locks', 'serviceWorker', 'storage']) Reflect.deleteProperty(Navigator.prototype, name);
    },
  ],
  [
    'null in place of what stores',
    () => {
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
        Object.defineProperty(globalThis, name, { value: null });
    },
  ],
  [
    'an error for whoever reads what stores',
    () => {
      const get = () => {
        throw new DOMException('Denied', 'SecurityError');
      };
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
        Object.defineProperty(globalThis, name, { get });
    },
  ],
  [
    'an error for whoever stores, locks or begins a worker',
    () => {
      const deny = () => {
        throw new DOMException('Denied', 'SecurityError');
      };
      const refuse = async () => deny();
      Object.assign(IDBFactory.prototype, { open: deny });
      Object.assign(Storage.prototype, { getItem: deny, setItem: deny, removeItem: deny, key: deny, clear: deny });
      Object.assign(LockManager.prototype, { request: refuse, query: refuse });
      Object.assign(ServiceWorkerContainer.prototype, { register: refuse, getRegistration: refuse });
      Object.assign(CacheStorage.prototype, { open: refuse, match: refuse, keys: refuse });
      Object.assign(globalThis, { BroadcastChannel: deny });
    },
    withWorker,
    ['What is read is not kept', 'The app will not open without network'],
  ],
  [
    'stores that open and then fail or forget',
    () => {
      const transaction = () => {
        throw new DOMException('The database connection is closing.', 'InvalidStateError');
      };
      Object.assign(IDBDatabase.prototype, { transaction });
      Object.assign(Storage.prototype, { getItem: () => null, setItem: () => {} });
    },
  ],
  [
    'stores and workers that never answer',
    () => {
      const never = () => new Promise(() => {});
      Object.assign(IDBFactory.prototype, { open: () => new EventTarget() });
      Object.assign(ServiceWorkerContainer.prototype, { register: never, getRegistration: never });
      Object.assign(CacheStorage.prototype, { open: never, match: never, keys: never });
    },
    withWorker,
  ],
];

test.for(browsers)(
  'C-8.07 with %s owners and finders do their work, and only the console says what is not kept',
  async ([, makeIncomplete, options = {}, expected = []]) => {
    const product = await sharedProduct();
    // What the profile still asks for when it is left by signing out is refused.
    const { owner, path } = await ownerWithTag(product, await openWindow(product.url, options, refusals));
    const finder = await openWindow(product.url, { ...options, viewport: phone });
    const logged: string[] = [];
    owner.on('console', (message) => logged.push(message.text()));
    for (const page of [owner, finder]) await page.context().addInitScript(makeIncomplete);
    await finder.goto(path);
    await finder.getByLabel('Or write a message').fill('It lies at the lake.');
    await finder.getByRole('button', { name: 'Send message' }).click();
    await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
    await openThread(owner, /at the lake/);
    await owner.getByLabel('Your answer').fill('I come at noon');
    await owner.getByRole('button', { name: 'Send' }).click();
    await finder.getByText('I come at noon').waitFor();
    await owner.getByRole('link', { name: 'My Items' }).click();
    await owner.getByRole('link', { name: 'Add a tag' }).first().click();
    await owner.getByLabel('Name').fill('Green umbrella');
    await owner.getByText('Bag or backpack').click();
    await owner.getByRole('button', { name: 'Make the tag' }).click();
    await owner.waitForURL('**/item/*');
    await owner.goto('/items?select=');
    await owner.getByRole('checkbox').first().check();
    await owner.getByRole('link', { name: 'Profile' }).click();
    await owner.getByRole('heading', { name: 'Profile' }).waitFor();
    for (const words of expected)
      await expect.poll(() => logged.some((text) => text.startsWith(words)), { message: words }).toBe(true);
    expect(await owner.getByRole('alert').count()).toBe(0);
    await owner.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
    await owner.waitForURL((url) => url.pathname === '/');
  },
);

test('the app opens where a worker has no cache, or one that never answers', async () => {
  const product = await sharedProduct();
  const { owner } = await ownerWithTag(product, await openWindow(product.url, withWorker));
  await owner.goto('/items');
  await owner.evaluate(() => navigator.serviceWorker.ready.then(() => 'It controls pages.'));
  const workers = owner.context().serviceWorkers();
  expect(workers).toHaveLength(1);
  for (const broken of [
    'undefined',
    'null',
    '{ match: () => new Promise(() => {}), keys: () => new Promise(() => {}) }',
  ]) {
    const change = `Object.defineProperty(self, 'caches', { value: ${broken}, configurable: true });`;
    for (const worker of workers) await worker.evaluate(change);
    await owner.reload();
    await owner.getByText('Blue backpack').waitFor();
  }
});
