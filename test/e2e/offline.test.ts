import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow, takeClock } from './browser.ts';
import { isKept, openOffline, ownerInConversation, readDevice } from './offline-device.ts';
import { ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import { startProduct } from './started-product.ts';

test('C-1.08 C-1.05 without network the app opens with what was last seen, says so, and recovers by itself; pages of the site, accounts, functions and live streams never go through the worker', async () => {
  const { owner, path, link, inbox } = await ownerInConversation();
  const context = owner.context();
  await context.setOffline(true);
  for (const page of [owner, await context.newPage()]) {
    await page.goto('/items');
    await page.getByRole('heading', { name: 'Blue backpack' }).waitFor();
    await page
      .getByText(/^(You are offline|We cannot reach the server)\. This is what you last saw, today at/)
      .waitFor();
    await page.getByRole('link', { name: 'Blue backpack' }).click();
    await page.getByRole('heading', { name: 'Edit item' }).waitFor();
    await expect.poll(() => page.getByLabel('Note to the finder').inputValue()).toBe('It has my passport in it.');
    await page.goto(inbox);
    await page.getByRole('log').getByText('It lies at the lake.').waitFor();
    await page.getByText('This is what you last saw').first().waitFor();
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  }
  await context.setOffline(false);
  await owner.getByText('This is what you last saw').first().waitFor({ state: 'detached' });
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();

  const answered: string[] = [];
  owner.on('response', (response) => {
    if (response.fromServiceWorker()) answered.push(new URL(response.url()).pathname);
  });
  for (const page of ['/', '/about', path, link]) {
    await owner.goto(page, { waitUntil: 'load' });
    expect(await owner.evaluate(() => navigator.serviceWorker.controller !== null), page).toBe(true);
  }
  expect(answered.filter((page) => !/^\/(fonts|assets)\//.test(page))).toEqual([]);
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  expect(answered).toContain('/items');
  expect(answered.filter((page) => !/^\/(items$|assets\/|fonts\/)/.test(page))).toEqual([]);
});

test('C-1.08 it is the same when the network is there and the server is not, also when something before it says so', async () => {
  const product = await startProduct();
  const window = await openOffline(product, {}, /status of 5\d\d/);
  const { owner, inbox } = await ownerInConversation(product, window);
  await product.stop();
  await owner.goto(inbox);
  await owner.getByRole('log').getByText('It lies at the lake.').waitFor();
  await owner.getByText('We cannot reach the server. This is what you last saw').first().waitFor();
  for (const status of [503, 521]) {
    const proxy = createServer((_request, response) => response.writeHead(status).end('<h1>Web server is down</h1>'));
    await new Promise<void>((resolve) => proxy.listen(product.port, resolve));
    for (const page of [inbox, '/items']) {
      await owner.goto(page);
      await owner.getByText('We cannot reach the server. This is what you last saw').first().waitFor();
    }
    await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
    await owner.goto('/about');
    await owner.getByRole('heading', { name: 'Web server is down' }).waitFor();
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  }
  await startProduct({ dataDir: product.dataDir, env: { PORT: `${product.port}` } });
  await owner.goto(inbox);
  await owner.getByRole('log').getByText('It lies at the lake.').waitFor();
  await owner.getByText('This is what you last saw').first().waitFor({ state: 'detached' });
});

test('C-1.08 signing out leaves nothing of what was read on the device', async () => {
  const { product, owner, inbox, email } = await ownerInConversation();
  const second = await owner.context().newPage();
  await second.goto('/items');
  await second.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await owner.goto('/profile');
  await owner.getByRole('button', { name: 'Sign out', exact: true }).click();
  await owner.waitForURL(`${product.url}/`);
  await second.waitForURL('**/signin?*');
  const left = await readDevice(owner);
  for (const words of ['at the lake', 'Blue backpack', email, 'Ada'])
    expect(left).not.toMatch(new RegExp(`\\b${words}\\b`));
  await owner.context().setOffline(true);
  await owner.goto(inbox);
  await owner.getByText('Error connecting to service').waitFor();
  expect(await owner.getByText('at the lake').count()).toBe(0);
});

test('C-4.10 C-1.08 without network too, half an hour without activity ends it and leaves nothing on the device', async () => {
  const { owner, inbox } = await ownerInConversation();
  await owner.context().setOffline(true);
  await takeClock(owner);
  await owner.goto(inbox);
  await owner.getByRole('log').getByText('It lies at the lake.').waitFor();
  await owner.clock.fastForward(31 * 60_000);
  await owner.getByText('Nobody was active here for 30 minutes').waitFor();
  expect((await owner.context().cookies()).length, 'nobody could tell the server').toBeGreaterThan(0);
  await expect.poll(() => readDevice(owner)).not.toContain('at the lake');
  await owner.goto(inbox);
  await owner.getByText('Error connecting to service').waitFor();
  await owner.context().setOffline(false);
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('C-1.08 what was kept while the clock was wrong is not taken for new; what was read 31 days ago is not shown without network, what was read 29 days ago is', async () => {
  const { owner, person, id, inbox } = await ownerInConversation();
  await takeClock(owner);
  await owner.clock.setSystemTime(Date.now() + 26 * 3_600_000);
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await isKept(owner, `"dataUpdatedAt":${String(Date.now() + 26 * 3_600_000).slice(0, 6)}`);
  await person.call('updateItem', { id, name: 'Green backpack' });
  await owner.clock.setSystemTime(Date.now());
  await owner.goto('/profile');
  await owner.getByRole('link', { name: 'My Items' }).click();
  await owner.getByRole('heading', { name: 'Green backpack' }).waitFor();

  const shown = {
    29: owner.getByRole('log').getByText('It lies at the lake.'),
    31: owner.getByText('This conversation could not be loaded.'),
  };
  for (const [days, words] of Object.entries(shown)) {
    // No app is open there that writes the copy.
    await owner.goto('/about');
    await ageThread(owner, Number(days));
    await owner.goto('/items');
    await expect.poll(() => readDevice(owner), { timeout: 30_000 }).not.toContain('"isAged":true');
    await owner.context().setOffline(true);
    await owner.goto(inbox);
    await words.waitFor();
    await owner.context().setOffline(false);
  }
});

/** As if the thread that is kept on the device had been read so long ago. The mark stays until the copy is written anew. */
function ageThread(page: Page, days: number): Promise<void> {
  return page.evaluate(async (ms) => {
    const opening = indexedDB.open('handback-copy');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const writing = opening.result.transaction('copy', 'readwrite');
    const entries = writing.objectStore('copy');
    const reading = entries.get('read');
    reading.onsuccess = () => {
      for (const { queryKey, state } of reading.result.queries.queries)
        if (queryKey[0] === 'conversations' && queryKey.length === 2) state.dataUpdatedAt = Date.now() - ms;
      entries.put({ ...reading.result, isAged: true }, 'read');
    };
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    opening.result.close();
  }, days * 86_400_000);
}

test('C-8.07 where the browser keeps nothing, the app works all the same and says so to the console only', async () => {
  const product = await sharedProduct();
  // What the profile reads may be answered after signing out.
  const owner = await openWindow(product.url, {}, /status of 401/);
  const logged: string[] = [];
  owner.on('console', (message) => logged.push(message.text()));
  await owner.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    ServiceWorkerContainer.prototype.register = async () => refuse();
  });
  await ownerWithTag(product, owner);
  await owner.goto('/inbox');
  await owner.getByText('No messages yet').waitFor();
  await owner.goto('/profile');
  await expect.poll(() => logged.some((text) => text.startsWith('What is read is not kept'))).toBe(true);
  await expect.poll(() => logged.some((text) => text.startsWith('The app will not open without network'))).toBe(true);
  expect(await owner.getByRole('alert').count()).toBe(0);
  await owner.getByRole('button', { name: 'Sign out', exact: true }).click();
  await owner.waitForURL(`${product.url}/`);
});
