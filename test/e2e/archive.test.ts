import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeItem } from '../make.ts';
import { openWindow, phone } from './browser.ts';
import { isKept, isThreadKept, openOffline, readDevice } from './offline-device.ts';
import { openArchiveOrDelete, openMenu, openThread, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function ownerOfTwo(open: typeof openOffline) {
  const product = await sharedProduct();
  const page = await open(product, { viewport: phone });
  const owner = await signUp(product, page);
  const item = await makeItem(owner, { name: 'Red umbrella' });
  await makeItem(owner, { name: 'Green scarf' });
  return { product, page, owner, item };
}

async function openForm(page: Page, id: string) {
  await page.goto(`/items/${id}/edit`);
  await page.getByLabel('Note to the finder').waitFor();
}

const card = (page: Page, name: string) => page.getByRole('heading', { name });

test('what came while the first list of scans was on its way is shown', async () => {
  const { product, page, item } = await ownerOfTwo(({ url }, options) => openWindow(url, options));
  const other = await page.context().newPage();
  await other.goto(`/item/${item.hash}`);
  await other.getByText('Scans', { exact: true }).click();
  await other.getByText('You opened it').waitFor();
  let isFirst = true;
  await page.route('**/listScans', async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const earlier = await route.fetch();
    await product.visitor().fetch(`/item/${item.hash}`, { headers: { 'user-agent': firefox } });
    await other.getByText('Somebody opened it').waitFor();
    await route.fulfill({ response: earlier });
  });
  await page.goto(`/item/${item.hash}`);
  await page.getByText('1 scan, the last one').waitFor();
});

test('an owner reads on the item’s page that its tag was opened, as it happens, and no badge appears; the item is archived and taken out again, and its deletion is undone', async () => {
  const { product, page, item } = await ownerOfTwo(({ url }, options) => openWindow(url, options));
  await page.goto(`/item/${item.hash}`);
  await page.getByText('Scans', { exact: true }).click();
  await page.getByText('You opened it').waitFor();
  await product.visitor().fetch(`/item/${item.hash}`, { headers: { 'user-agent': firefox } });
  await product.visitor().fetch(`/item/${item.hash}`, { headers: { 'user-agent': 'WhatsApp/2.24.1 A' } });
  await page.getByText('Somebody opened it').waitFor();
  expect(await page.getByText('A program opened it').count()).toBe(0);
  await page.getByText('Openings by programs').click();
  await page.getByText('A program opened it').waitFor();
  await page.getByText('1 scan, the last one').waitFor();
  expect(await page.title()).not.toMatch(/\d/);

  const finder = await openWindow(product.url);
  await openForm(page, item.id);
  await openArchiveOrDelete(page);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('This item is archived.').waitFor();
  await finder.goto(`/item/${item.hash}`);
  await finder.getByText('This tag is not in use now.').waitFor();
  await page.goto('/items');
  await card(page, 'Green scarf').waitFor();
  expect(await card(page, 'Red umbrella').count()).toBe(0);
  await openMenu(page);
  await page.getByRole('link', { name: 'Archived items' }).click();
  await card(page, 'Red umbrella').click();
  await page.getByRole('button', { name: 'Use it again' }).click();
  await page.getByRole('button', { name: 'Mark as lost' }).waitFor();
  await openForm(page, item.id);
  await openArchiveOrDelete(page);
  await page.getByText('Archive it: it leaves your list').waitFor();

  await page.getByRole('button', { name: 'Delete item' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted: Red umbrella').waitFor();
  await card(page, 'Green scarf').waitFor();
  await card(page, 'Red umbrella').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Red umbrella').waitFor();
  await page.getByText('Deleted: Red umbrella').waitFor({ state: 'detached' });
  await finder.reload();
  await finder.getByText('You found Red umbrella').waitFor();
});

test('without network, archiving, muting and deleting wait on the device, can be undone there, and are sent once', async () => {
  const { product, page, owner, item } = await ownerOfTwo(openOffline);
  await product.visitor().post(`/item/${item.hash}`, { text: 'It lies at the lake.' });
  await openThread(page, /at the lake/);
  await page.getByRole('log').getByText('at the lake').waitFor();
  await isThreadKept(page);
  await page.goto('/items');
  await card(page, 'Red umbrella').waitFor();
  await openForm(page, item.id);
  await page.goto('/items');
  await isKept(page, 'Red umbrella');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => 'ready'));
  await page.reload();
  await page.locator('#app[data-started]').waitFor();
  await page.context().setOffline(true);
  await openForm(page, item.id);
  await openArchiveOrDelete(page);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('This item is archived.').waitFor();
  await page.goto('/items?archived=');
  await card(page, 'Red umbrella').waitFor();
  await openForm(page, item.id);
  await page.getByRole('button', { name: 'Delete item' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted: Red umbrella').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Deleted: Red umbrella').waitFor({ state: 'detached' });
  expect(await owner.call('listItems', {})).toMatchObject({
    items: [{ name: 'Green scarf' }, { name: 'Red umbrella' }],
  });
  const sent = await switchConversation(page);
  await page.context().setOffline(false);
  const archived = async () => (await owner.call('listItems', { archived: true })).items.map(({ name }) => name);
  await expect.poll(archived, { timeout: 60_000 }).toEqual(['Red umbrella']);
  await expect.poll(() => readDevice(page), { timeout: 60_000 }).not.toContain('"call":');
  await expect.poll(sent).toEqual(['archiveConversation']);
  expect(await owner.call('listConversations', { show: 'archived' })).toMatchObject({
    conversations: [{ archived: true, muted: false }],
  });
});

/** Archives the only conversation, mutes it and takes that back, without network. @returns lists what was sent of it */
async function switchConversation(page: Page): Promise<() => string[]> {
  const sent: string[] = [];
  page.on('requestfinished', (request) => {
    const name = request.url().split('/').at(-1) ?? '';
    if (/(archive|mute)Conversation$/i.test(name)) sent.push(name);
  });
  await page.goto('/inbox');
  const row = page.getByRole('link', { name: /at the lake/ });
  await row.click();
  const press = async (name: string) => {
    await page.locator('main summary').click();
    await page.getByRole('button', { name, exact: true }).click();
    // Pressed while the menu still stands open, its button would close it.
    await page.locator('main details[open]').waitFor({ state: 'detached' });
  };
  for (const name of ['Archive', 'Mute', 'Unmute']) await press(name);
  await page.getByText('Archived. When the finder writes').waitFor();
  await page.getByText('your changes wait on this device').waitFor();
  await page.getByText('Muted:').waitFor({ state: 'detached' });
  await page.goto('/inbox');
  await page.getByText('All conversations are archived').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Archived' }).last().click();
  await row.getByText('Waiting for the network').waitFor();
  expect(sent).toEqual([]);
  return () => sent;
}
