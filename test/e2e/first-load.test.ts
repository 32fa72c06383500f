import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { invite, makeItem, type Person, password } from '../make.ts';
import { holdBack, openWindow, phone, withWorker } from './browser.ts';
import { giveCookies } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

const sizes = { phone, desk: { width: 1280, height: 800 } };
const mostShift = 0.05;
/** 400 kbit/s, and 400 ms before each answer begins. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

test('what a document says of its person is kept nowhere on the device', async () => {
  const product = await sharedProduct();
  const { owner } = await makeOwnerInConversation(product);
  const page = await openCold(product, owner, withWorker);
  const html = await (await page.goto('/items'))?.text();
  for (const word of [owner.email, 'Blue backpack']) expect(html).toContain(word);
  await page.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 'ready'));
  // Now the worker answers, and caches what it may.
  await page.reload();
  await page.waitForFunction(() => document.querySelector('[data-started]'));
  const cached = await readCacheStorage(page);
  expect(cached).toContain('<title>Sign in');
  for (const word of [owner.email, owner.uid, 'Blue backpack']) expect(cached).not.toContain(word);
  await expect.poll(() => page.content()).not.toContain(owner.email);
});

test('on a slow network nothing jumps while a page is loaded, on a phone and on a desk', async () => {
  const product = await sharedProduct();
  const { owner, thread, item } = await makeOwnerInConversation(product);
  await invite(owner, { id: item }, 'handover');
  const jumps: Record<string, Moved[]> = {};
  const look = async (path: string, viewport: typeof phone) => {
    const page = await openCold(product, path === '/signin' ? undefined : owner, { viewport });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow3g);
    await page.addInitScript(rememberMoves);
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.waitForFunction(() => document.querySelector('[data-started]'));
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: Moved[] }).moved);
    const shift = moved.reduce((sum, { by }) => sum + by, 0);
    if (shift > mostShift) jumps[`${path} at ${viewport.width}`] = moved;
    await page.close();
  };
  // Side by side: a slow network is mostly waiting.
  const lookAt = (viewport: typeof phone, ...paths: string[]) => Promise.all(paths.map((path) => look(path, viewport)));
  for (const viewport of Object.values(sizes))
    await lookAt(viewport, '/items', '/inbox', thread, '/profile', '/profile/security');
  // One column on either.
  const ofItem = ['loss', 'share', 'hand-over'].map((page) => `/items/${item}/${page}`);
  await lookAt(phone, ...ofItem, '/signin');
  expect(jumps).toEqual({});
});

test('the first items stand where the app draws them, below the search of many and the alert of a deletion', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  for (const name of ['Bag', 'Scarf', 'Keys', 'Coat', 'Lamp', 'Bike', 'Drum']) await makeItem(owner, { name });
  const movement = async (viewport: typeof phone) => {
    const page = await openCold(product, owner, { viewport });
    const release = await holdBack(page, /\/assets\/.*\.js/);
    await page.goto('/items', { waitUntil: 'commit' });
    // A place measured before the style sheet has come is one that nobody sees.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const place = async () => (await page.getByRole('heading', { name: 'Drum' }).boundingBox())?.y ?? Number.NaN;
    const drawn = await place();
    release();
    await page.locator('#app[data-started]').waitFor();
    const started = await place();
    await page.close();
    return Math.abs(drawn - started);
  };
  for (const deleted of [false, true]) {
    if (deleted) await owner.call('deleteAccount', { password });
    for (const viewport of Object.values(sizes))
      expect(await movement(viewport), `at ${viewport.width}, ${deleted ? 'deleted' : 'kept'}`).toBeLessThan(2);
  }
});

async function makeOwnerInConversation(product: Product): Promise<{ owner: Person; thread: string; item: string }> {
  const owner = await product.owner();
  const items = await Promise.all(['Blue backpack', 'Red scarf', 'Keys'].map((name) => makeItem(owner, { name })));
  for (const { hash } of items) {
    const finder = product.visitor();
    await finder.get(`/item/${hash}`);
    await finder.post(`/item/${hash}`, { text: 'It lies at the lake.' });
  }
  const { conversations } = await owner.call('listConversations', {});
  return { owner, thread: `/inbox/${conversations[0]?.id}`, item: items[0]?.id ?? '' };
}

/** A window of a browser that was never here. */
async function openCold(product: Product, person?: Person, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openWindow(product.url, options);
  if (person) await giveCookies(page.context(), product, person.cookies);
  return page;
}

type Moved = { by: number; at: number; what: string[] };

function rememberMoves(): void {
  const moved: Moved[] = [];
  Object.assign(globalThis, { moved });
  type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries() as Shift[]) {
      const what = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`);
      moved.push({ by: value, at: startTime, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function readCacheStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const isCode = /\.(js|css|woff2)$/.test(request.url);
        if (!isCode) texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return texts.join('\n');
  });
}
