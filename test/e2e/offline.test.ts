import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tagPath } from '../../paths/paths.ts';
import { makeItem } from '../make.ts';
import { openPersistentWindow, openWindow, phone, takeClock } from './browser.ts';
import { cutOff, isKept, isThreadKept, ownerInConversation, readDevice, said, timesRead } from './offline-device.ts';
import { type Product, startProduct, temporaryFolder } from './started-product.ts';

test('C-1.08 C-1.05 without network the app opens with what was last seen, says so, and recovers by itself; pages of the site, accounts, functions and live streams never go through the worker; signing out leaves nothing of what was read on the device', async () => {
  const { product, owner, link, inbox, email } = await ownerInConversation();
  const found = await makeItem(await product.owner('Eve'));
  const context = owner.context();
  const second = await context.newPage();
  await context.setOffline(true);
  for (const page of [owner, second]) {
    await page.goto('/items');
    await page.getByRole('heading', { name: 'Blue backpack' }).waitFor();
    await page
      .getByText(/^(You are offline|We cannot reach the server)\. This is what you last saw, today at/)
      .waitFor();
    await page.getByRole('link', { name: 'Blue backpack' }).click();
    await page.getByRole('link', { name: /^Details/ }).click();
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
  for (const page of ['/', '/about', tagPath(found.id), link]) {
    await owner.goto(page, { waitUntil: 'load' });
    expect(await owner.evaluate(() => navigator.serviceWorker.controller !== null), page).toBe(true);
  }
  expect(answered.filter((page) => !/^\/(fonts|assets)\//.test(page))).toEqual([]);
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  expect(answered).toContain('/items');
  expect(answered.filter((page) => !/^\/(items$|assets\/|fonts\/)/.test(page))).toEqual([]);

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

/** What a browser says of a server that is away, and of answers that others give in its place. */
const away = [cutOff, /status of (403|404|5\d\d)|^EventSource's response has a MIME type/];
/** What could not be sent at once is tried again after half a minute. */
const afterRetry = { timeout: 60_000 };

test('C-1.08 it is the same when the network is there and the server is not, also when something before it says so; an answer and a finder’s words, also when a page of the network swallows them, redirected, refused or not, wait for the server and are sent once, the answer when the browser was closed meanwhile', async () => {
  const product = await startProduct();
  const folder = join(await temporaryFolder(), 'browser');
  const before = await openPersistentWindow(product.url, folder, ...away);
  const { person, path, inbox, link } = await ownerInConversation(product, before);
  const finder = await openWindow(product.url, { viewport: phone }, ...away);
  await finder.goto(path);
  await product.stop();
  await before.getByLabel('Your answer').fill('I come at noon');
  await before.getByRole('button', { name: 'Send' }).click();
  await said(before, 'I come at noon').getByText('Waiting for the network').waitFor();
  await before.context().close();

  await finder.getByLabel('Or write a message').fill('Under the bench.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  const goOnline = () => finder.evaluate(() => dispatchEvent(new Event('online')));
  for (const status of [302, 303, 200, 403, 404, 511]) {
    let swallowed = 0;
    const end = await answerInPlaceOf(product, ({ method }, response) => {
      if (method === 'POST') swallowed++;
      const isLedOn = method === 'POST' && status > 300 && status < 400;
      response.writeHead(method === 'POST' ? status : 200, {
        ...(isLedOn && { location: '/welcome' }),
        'content-type': 'text/html',
      });
      response.end('<title>Welcome</title><main>Sign in to our network</main>');
    });
    await goOnline();
    await expect.poll(() => swallowed, { timeout: 20_000 }).toBeGreaterThan(0);
    await finder.getByText('Not possible right now. We keep this').waitFor();
    expect(await finder.evaluate(() => JSON.stringify(localStorage)), `${status}`).toContain('Under+the+bench.');
    expect(new URL(finder.url()).pathname).toBe(path);
    await end();
  }

  const owner = await openPersistentWindow(product.url, folder, ...away);
  const lastSeen = owner.getByText('We cannot reach the server. This is what you last saw').first();
  await owner.goto(inbox);
  await said(owner, 'It lies at the lake.').waitFor();
  await lastSeen.waitFor();
  await said(owner, 'I come at noon').getByText('Waiting for the network').waitFor();
  for (const status of [503, 521]) {
    const end = await answerInPlaceOf(product, (_request, response) =>
      response.writeHead(status).end('<h1>Web server is down</h1>'),
    );
    for (const page of [inbox, '/items']) {
      await owner.goto(page);
      await lastSeen.waitFor();
    }
    await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
    await owner.goto('/about');
    await owner.getByRole('heading', { name: 'Web server is down' }).waitFor();
    await end();
  }

  const returned = await startProduct({ dataDir: product.dataDir, env: { PORT: `${product.port}` } });
  await owner.goto(inbox);
  await expect.poll(() => timesRead(returned.visitor(), link, 'I come at noon'), afterRetry).toBe(1);
  await owner.getByText('This is what you last saw').first().waitFor({ state: 'detached' });
  // Until the answer to the sending is heard, it stands there twice: as sent, and as still waiting.
  await expect
    .poll(() => said(owner, 'I come at noon').allTextContents(), afterRetry)
    .toEqual([expect.stringContaining('You wrote:')]);
  await goOnline();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  const { conversations } = await person.call('listConversations', {});
  const texts = conversations.map(({ lastMessage }) => lastMessage.text);
  expect(texts.filter((text) => text === 'Under the bench.')).toHaveLength(1);
  await expect.poll(() => finder.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

/** On its port, while it is away. @returns ends that */
async function answerInPlaceOf({ port }: Product, answer: RequestListener): Promise<() => Promise<void>> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

test('C-1.08 C-4.10 what was kept while the clock was wrong is not taken for new; what was read 31 days ago is not shown without network, what was read 29 days ago is; there too, half an hour without activity ends it and leaves nothing on the device', async () => {
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

  const { 29: thread } = shown;
  await thread.waitFor();
  await isThreadKept(owner);
  await owner.context().setOffline(true);
  await owner.goto(inbox);
  await thread.waitFor();
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
