import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawPicture, makeItem } from '../make.ts';
import { holdBack } from './browser.ts';
import { cutOff, outbox, readDevice } from './offline-device.ts';
import { pressAndConfirm, saveItem, signedUp } from './people.ts';

async function start() {
  const { page, owner } = await signedUp({}, cutOff);
  return { page, owner };
}

test('words of a loss survive a change from lost to stolen without network', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner);
  await page.goto('/items');
  await page.goto(`/items/${id}/edit`);
  await page.getByRole('link', { name: 'Lost and returned' }).click();
  await page.getByLabel('Where it was last seen').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Where it was last seen').fill('Main station');
  await page.locator('form button').last().click();
  await expect.poll(() => outbox(page)).toContain('Main station');
  await page.getByLabel('It was stolen').check();
  await page.getByLabel('Reference of the police').fill('4711/26');
  await page.getByRole('button', { name: 'Mark as stolen' }).click();
  await expect.poll(() => outbox(page)).toContain('4711/26');
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(async () => (await owner.call('getItem', { id })).stolenAt).not.toBeNull();
  await expect.poll(() => outbox(page)).toBe('[]');
  const { states } = await owner.call('listItemStates', { id });
  expect(states[0]).toMatchObject({ state: 'stolen', reference: '4711/26', place: 'Main station' });
});

test('a deletion that is under way can be undone', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner);
  await page.goto(`/items/${id}/edit`);
  await page.getByRole('heading').first().waitFor();
  let away = true;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/deleteItem', async (route) => {
    if (away) {
      away = false;
      return route.abort();
    }
    reached.resolve();
    await released.promise;
    await route.continue();
  });
  await pressAndConfirm(page, 'Delete');
  await page.waitForURL('**/items');
  await reached.promise;
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outbox(page)).toContain('undeleteItem');
  released.resolve();
  await expect.poll(() => outbox(page)).toBe('[]');
  await expect.poll(async () => (await owner.call('listItems', {})).items.map((item) => item.id)).toEqual([id]);
});

test('a new item that is discarded while it is sent is not there', async () => {
  const { page, owner } = await start();
  await page.goto('/items/new');
  let away = true;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route('**/addItem', async (route) => {
    if (away) return route.abort();
    reached.resolve();
    await released.promise;
    await route.continue();
  });
  await page.getByLabel('Name').fill('Red umbrella');
  await page.getByText('Something else', { exact: true }).click();
  await page.locator('form button').last().click();
  await page.waitForURL('**/items');
  away = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await reached.promise;
  await pressAndConfirm(page, 'Discard');
  await expect.poll(() => outbox(page)).toContain('undone');
  released.resolve();
  await expect.poll(() => outbox(page)).toBe('[]');
  await expect.poll(async () => (await owner.call('listItems', {})).items).toEqual([]);
});

test('after a refusal the other fields of a later save are saved', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner, { name: 'Blue backpack', note: 'My passport' });
  await page.goto('/items');
  await page.route('**/updateItem', (route) => route.abort());
  const edit = async (fields: Record<string, string>) => {
    await page.goto(`/items/${id}/edit`);
    for (const [field, text] of Object.entries(fields)) await page.getByLabel(field).fill(text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/items');
  };
  await edit({ 'Note to the finder': 'First here' });
  await edit({ 'Note to the finder': 'Second here', Name: 'Green backpack' });
  await owner.call('updateItem', { id, note: 'Elsewhere' });
  await page.unroute('**/updateItem');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('alert').filter({ hasText: 'Not saved: ' }).first().waitFor();
  await expect.poll(async () => (await owner.call('getItem', { id })).name).toBe('Green backpack');
});

test('words that were refused outlive a refused decision about them', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner, { name: 'Blue backpack', note: 'My passport' });
  await page.goto('/items');
  await page.route('**/updateItem', (route) => route.abort());
  await page.goto(`/items/${id}/edit`);
  await saveItem(page, 'Note to the finder', 'Long words typed here');
  await page.waitForURL('**/items');
  await owner.call('updateItem', { id, note: 'Elsewhere' });
  await page.unroute('**/updateItem');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('alert').filter({ hasText: 'Not saved: ' }).first().waitFor();
  await page.goto(`/items/${id}/edit`);
  await page.getByLabel('Name').fill('Green backpack');
  await owner.call('updateItem', { id, note: 'Elsewhere again' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved elsewhere: Elsewhere again').first().waitFor();
  expect(await readDevice(page)).toContain('Long words typed here');
});

test('items marked as lost and as back at once are back', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner, { name: 'Blue backpack' });
  await page.goto('/items?select=');
  const release = await holdBack(page, '**/markItemLost');
  await page.getByRole('checkbox', { name: 'Blue backpack' }).check();
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  await expect.poll(() => outbox(page)).toContain('"tried":true');
  await page.getByRole('button', { name: 'I have them back' }).first().click();
  await expect.poll(() => outbox(page)).toContain('markItemReturned');
  release();
  await expect.poll(async () => (await owner.call('getItem', { id })).lostAt).not.toBeNull();
  await expect.poll(async () => (await owner.call('getItem', { id })).returnedAt).not.toBeNull();
});

test('an item that is used again is in the list', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner, { name: 'Blue backpack' });
  await makeItem(owner, { name: 'Umbrella' });
  await owner.call('archiveItem', { id });
  await page.goto('/items');
  await page.getByText('Umbrella').first().waitFor();
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/items/${id}/edit`);
  await page.getByRole('button', { name: 'Use it again' }).click();
  await page.getByRole('button', { name: 'Archive' }).waitFor();
  await page.getByRole('link', { name: 'My Items' }).first().click();
  await page.getByText('Umbrella').first().waitFor();
  await page.getByRole('heading', { name: 'Blue backpack' }).waitFor();
});

test('the picture that was chosen last stays', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner);
  await page.goto(`/items/${id}/edit`);
  await page.route('**/setPicture*', (route) => route.abort());
  await choose(page, await drawPicture(64, '#0a6'));
  await expect.poll(() => outbox(page)).toContain('setPicture');
  await page.getByRole('button', { name: 'Choose another' }).waitFor();
  const firstKey = JSON.parse(await outbox(page))[0].input.key as string;
  const keys: string[] = [];
  await page.unroute('**/setPicture*');
  page.on('response', (response) => {
    if (response.url().includes('/setPicture')) keys.push(`${response.status()} ${response.url()}`);
  });
  await choose(page, await drawPicture(32, '#a06'));
  const stored = () => keys.filter((each) => each.startsWith('200'));
  // The outbox may be empty a moment before the one that was chosen last is in it.
  await expect.poll(() => stored().some((each) => !each.includes(firstKey)), { timeout: 60_000 }).toBe(true);
  await expect.poll(() => outbox(page), { timeout: 60_000 }).toBe('[]');
  expect(stored().at(-1)).not.toContain(firstKey);
});

test('what is said of a theft stays said of a theft when it is saved again', async () => {
  const { page, owner } = await start();
  const { id } = await makeItem(owner);
  await owner.call('markItemStolen', { id });
  await page.goto(`/items/${id}/edit`);
  await page.getByRole('link', { name: 'Lost and returned' }).click();
  await page.route('**/updateLoss', (route) => route.abort());
  await page.getByLabel('Reference of the police').fill('4711/26');
  await page.getByRole('button', { name: 'Save what finders read' }).click();
  await page.getByText('Not saved yet').first().waitFor();
  await owner.call('markItemReturned', { id });
  await page.unroute('**/updateLoss');
  await page.goto('/items');
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: ' });
  await question.getByRole('button', { name: 'Save again' }).click();
  await question.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await owner.call('listItemStates', { id })).states[0])
    .toMatchObject({ state: 'stolen', reference: '4711/26' });
});
async function choose(page: Page, bytes: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Choose a picture|Choose another/ })
    .first()
    .click();
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: 'Use this part' }).click();
}
