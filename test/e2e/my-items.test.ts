import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeItem, shareItem } from '../make.ts';
import { expectAccessible } from './accessible.ts';
import { phone } from './browser.ts';
import { cutOff, openOffline } from './offline-device.ts';
import { choosePicture, openMenu, signedUp, signUp, usePicture } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('on a phone the first item is in sight, and what one seldom does is behind one button, also by keyboard and from right to left; search and category find what others share, too, with and without network', async () => {
  const { product, page, owner } = await signedUp({ viewport: phone }, cutOff);
  for (const name of ['Scarf', 'Umbrella']) await makeItem(owner, { name });
  await owner.call('endFirstSteps', {});
  await page.goto('/items');
  await page.locator('#app[data-started]').waitFor();
  const first = await page.getByRole('heading', { name: 'Umbrella' }).boundingBox();
  expect(first?.y).toBeLessThan(phone.height / 2);

  const more = page.getByRole('main').locator('summary', { hasText: 'More' });
  const menu = page.getByRole('main').locator('details ul');
  await page.getByRole('main').getByRole('link', { name: 'Scan' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await menu.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.keyboard.press('Enter');
  const links = menu.getByRole('link');
  for (let n = 0; n < (await links.count()); n++) await page.keyboard.press('Tab');
  await menu.waitFor();
  await page.keyboard.press('Tab');
  await menu.waitFor({ state: 'hidden' });

  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    await openMenu(page);
    for (const box of await boxesOf(page, menu.getByRole('link'))) {
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(phone.width);
    }
    await page.getByRole('heading', { name: 'My Items' }).click();
    await menu.waitFor({ state: 'hidden' });
  }
  await openMenu(page);
  await menu.getByRole('link', { name: 'Select several' }).click();
  await page.getByLabel('Scarf').waitFor();
  expect(await menu.isVisible()).toBe(false);

  const other = await product.owner('Grace');
  for (let n = 1; n <= 5; n++) await makeItem(owner, { name: `Red scarf ${n}` });
  await shareItem(other, owner, await makeItem(other, { name: 'Red bike', category: 'bike' }));
  await shareItem(other, owner, await makeItem(other, { name: 'Laptop', category: 'laptop', note: 'Red sticker' }));
  await page.goto('/items');
  const found = () => page.getByRole('main').getByRole('listitem').getByRole('heading').allTextContents();
  const search = page.getByLabel('Search by name, note, category or code');
  await search.fill('red');
  await page.getByText('7 items', { exact: true }).waitFor();
  const red = ['Laptop', 'Red bike', ...[1, 2, 3, 4, 5].map((n) => `Red scarf ${n}`)];
  await expect.poll(async () => (await found()).sort()).toEqual(red);
  await page.getByLabel('Category', { exact: true }).selectOption('Bike');
  await page.getByText('1 item', { exact: true }).waitFor();
  await expect.poll(found).toEqual(['Red bike']);
  await search.fill('sticker');
  await page.getByText('No items', { exact: true }).waitFor();
  expect(await page.getByText('Shared with you').count()).toBe(0);

  await page.context().setOffline(true);
  await page.getByLabel('Category', { exact: true }).selectOption('All categories');
  await page.getByText('1 item', { exact: true }).waitFor();
  await expect.poll(found).toEqual(['Laptop']);
});

async function boxesOf(page: Page, links: ReturnType<Page['locator']>) {
  const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
  expect(boxes.length, page.url()).toBeGreaterThan(5);
  return boxes.map((box) => box ?? { x: -1, width: 0, height: 0 });
}

test('what helps with a kind of thing is said when it is added, with nothing typed lost on the way; when its picture is refused, or the network goes, the item is there once, and the picture is replaced or waits', async () => {
  const { page, owner } = await signedUp({ viewport: phone }, cutOff, /status of 400/);
  await page.goto('/items/new');
  const form = page.getByRole('main');
  await form.getByLabel('Name').fill('Minka');
  await form.getByText('Pet', { exact: true }).click();
  const fold = form.getByText('More about it, if you like');
  expect(await form.getByLabel('Chip number').isVisible()).toBe(false);
  await fold.click();
  await form.getByLabel('Chip number').fill('276098102345678');
  await form.getByLabel('Phone number').fill('030 1234567');
  await form.getByText('Bike', { exact: true }).click();
  expect(await form.getByLabel('Chip number').isVisible()).toBe(false);
  await form.getByText('Pet', { exact: true }).click();
  await expect.poll(() => form.getByLabel('Chip number').inputValue()).toBe('276098102345678');
  await expectAccessible(page);

  await fold.click();
  await form.getByRole('button', { name: 'Make the tag' }).click();
  await expect
    .poll(() => form.getByLabel('Phone number').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await form.getByLabel('Phone number').fill('+49 30 1234567');
  await page.route('**/addItem', (route) => route.abort());
  await form.getByRole('button', { name: 'Make the tag' }).click();
  await form.getByText('Waiting for the network').waitFor();
  await page.unroute('**/addItem');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await form.getByText('Waiting for the network').waitFor({ state: 'detached' });
  await form.getByRole('link', { name: 'Minka' }).waitFor();
  const { items } = await owner.call('listItems', {});
  expect(items).toHaveLength(1);
  expect(items[0]?.facts).toEqual({
    chip: { text: '276098102345678', shown: true },
    phone: { text: '+49 30 1234567', shown: false },
  });

  const names = async () => (await owner.call('listItems', {})).items.map(({ name }) => name);
  await fillNew(page, 'Red scarf');
  // A browser that cannot open a picture sends the file as it is.
  await choosePicture(page, Buffer.from('no picture'));
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.getByText('The item itself is saved.').waitFor();
  await page.getByLabel('Name').fill('Green scarf');
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.waitForURL('**/item/*');
  expect(await names()).toEqual(['Green scarf', 'Minka']);

  const code = (await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() })).tags[0]?.code ?? '';
  await page.goto(`/activate#${code}`);
  await page.getByRole('heading', { name: 'What is this tag on?' }).waitFor();
  await page.getByLabel('Name').fill('Umbrella');
  await page.getByText('Something else').click();
  await page.getByText('More about it, if you like').click();
  await page.getByLabel('Reward', { exact: true }).fill('A cake');
  await choosePicture(page, Buffer.from('no picture'));
  await page.getByRole('button', { name: 'Activate the tag' }).click();
  await page.getByText('The item itself is saved.').waitFor();
  await page.route('**/updateItem', (route) => route.abort('internetdisconnected'), { times: 1 });
  await page.getByRole('button', { name: 'Activate the tag' }).click();
  await page.getByText('Not saved', { exact: true }).waitFor();
  expect(await page.getByText('The tag is not activated yet').count()).toBe(0);
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await usePicture(page);
  await page.route('**/setPicture?*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Activate the tag' }).click();
  await page.waitForURL('**/items');
  await page.getByRole('listitem').filter({ hasText: 'Umbrella' }).getByText('Not saved yet').waitFor();
  await page.unroute('**/setPicture?*');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  const item = async () => (await owner.call('listItems', {})).items.find(({ name }) => name === 'Umbrella');
  await expect.poll(async () => (await item())?.pictureId).toEqual(expect.any(String));
  expect((await item())?.facts).toEqual({ reward: { text: 'A cake', shown: true } });
  expect((await item())?.id).toBe(code);
});

test('an item added without network waits on the device with its picture, outlives its tab, and is added once; another is discarded, also when the server has it already; one that a hanging network holds up outlives its tab, and so does its picture', async () => {
  const product = await sharedProduct();
  const first = await openOffline(product, { viewport: phone }, /status of 400/);
  const owner = await signUp(product, first);
  const names = async () => (await owner.call('listItems', {})).items.map(({ name }) => name);
  const waiting = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem').filter({ hasText: name });
  await first.goto('/items');
  await first.getByText('Nothing has a tag yet').waitFor();
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => 'ready'));
  await fillNew(first, 'Red umbrella');
  await usePicture(first);
  await first.context().setOffline(true);
  await first.getByRole('button', { name: 'Make the tag' }).click();
  await waiting(first, 'Red umbrella').getByText('Waiting for the network').waitFor();
  const page = await first.context().newPage();
  await first.close();
  await page.goto('/items');
  await waiting(page, 'Red umbrella').getByRole('img', { name: 'Picture of Red umbrella' }).waitFor();
  await fillNew(page, 'Blue umbrella');
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await discard('Blue umbrella');
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/addItem'));
  await page.route('**/addItem', loseAnswer);
  await page.context().setOffline(false);
  await lost;
  await loseNoMore();
  expect(await names()).toEqual(['Red umbrella']);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect.poll(async () => (await owner.call('listItems', {})).items[0]?.pictureId).toEqual(expect.any(String));
  await waiting(page, 'Red umbrella').waitFor({ state: 'detached' });
  expect(await names()).toEqual(['Red umbrella']);

  await fillNew(page, 'Green umbrella');
  await page.route('**/addItem', loseAnswer);
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await waiting(page, 'Green umbrella').waitFor();
  await expect.poll(names).toEqual(['Green umbrella', 'Red umbrella']);
  await page.context().setOffline(true);
  await loseNoMore();
  await discard('Green umbrella');
  await page.context().setOffline(false);
  await expect.poll(names).toEqual(['Red umbrella']);

  await fillNew(page, 'Grey umbrella');
  await page.route('**/addItem', loseAnswer);
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await waiting(page, 'Grey umbrella').waitFor();
  await expect.poll(names).toContain('Grey umbrella');
  await page.context().setOffline(true);
  await loseNoMore();
  await page.route('**/addItem', (route) => route.continue({ postData: '{"data":{}}' }));
  await discard('Grey umbrella');
  await page.context().setOffline(false);
  await waiting(page, 'Grey umbrella').getByText('does not accept it in this form').waitFor();
  await page.unroute('**/addItem');
  await owner.call('deleteItem', { id: (await owner.call('listItems', {})).items[0]?.id ?? '' });
  const again = waiting(page, 'Grey umbrella').getByRole('button', { name: 'Save again' });
  await again.click();
  await waiting(page, 'Grey umbrella').getByText('deleted or handed over since').waitFor();
  expect(await names()).toEqual(['Red umbrella']);
  await again.click();
  await expect.poll(names).toEqual(['Grey umbrella', 'Red umbrella']);
  await waiting(page, 'Grey umbrella').waitFor({ state: 'detached' });
  await owner.call('deleteItem', { id: (await owner.call('listItems', {})).items[0]?.id ?? '' });

  await fillNew(page, 'Long umbrella');
  await page.route('**/addItem', () => {});
  await page.getByRole('button', { name: 'Make the tag' }).click();
  const last = await page.context().newPage();
  await last.goto('/items');
  await waiting(last, 'Long umbrella').waitFor();
  await page.close();
  await last.reload();
  await expect.poll(names).toEqual(['Long umbrella', 'Red umbrella']);
  await waiting(last, 'Long umbrella').waitFor({ state: 'detached' });

  await last.route('**/setPicture?*', () => {});
  await fillNew(last, 'Old umbrella');
  await usePicture(last);
  await last.getByRole('button', { name: 'Make the tag' }).click();
  await last.getByRole('progressbar').waitFor();
  const next = await last.context().newPage();
  await next.goto('/items');
  await next.getByRole('listitem').filter({ hasText: 'Old umbrella' }).getByText('Not saved yet').waitFor();
  await last.close();
  await next.reload();
  await expect.poll(async () => (await owner.call('listItems', {})).items[0]?.pictureId).toEqual(expect.any(String));
  expect((await names())[0]).toBe('Old umbrella');

  async function discard(name: string): Promise<void> {
    await waiting(page, name).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await waiting(page, name).waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('My Items');
  }

  async function loseAnswer(route: Route): Promise<void> {
    await route.fetch();
    await route.abort('connectionreset');
  }

  async function loseNoMore(): Promise<void> {
    await page.unrouteAll({ behavior: 'wait' });
  }
});

async function fillNew(page: Page, name: string): Promise<void> {
  await page.goto('/items/new');
  await page.getByLabel('Name').fill(name);
  await page.getByText('Something else').click();
}
