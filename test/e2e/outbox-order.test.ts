import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawPicture, makeItem } from '../make.ts';
import { holdBack } from './browser.ts';
import { cutOff, outbox, readDevice } from './offline-device.ts';
import { openArchiveOrDelete, pressAndConfirm, signedUp } from './people.ts';

const isOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));
const isSent = (page: Page) => expect.poll(() => outbox(page), { timeout: 60_000 }).toBe('[]');

/** The first sending finds no network; the next one is under way until it is let go on. */
async function failThenHold(page: Page, address: string) {
  const state = { away: true };
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(address, async (route) => {
    if (state.away) return route.abort();
    reached.resolve();
    await released.promise;
    await route.continue();
  });
  return { state, reached: reached.promise, release: released.resolve };
}

test('a deletion that is under way can be undone; a new item that is discarded while it is sent is not there; items marked as lost and as back at once are back; one that is used again is in the list; the picture that was chosen last stays', async () => {
  const { page, owner } = await signedUp({}, cutOff);
  const { id } = await makeItem(owner);
  const items = async () => (await owner.call('listItems', {})).items.map((item) => item.id);
  await page.goto(`/items/${id}/edit`);
  await page.getByRole('heading').first().waitFor();
  const deletion = await failThenHold(page, '**/deleteItem');
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/deleteItem'));
  await openArchiveOrDelete(page);
  await pressAndConfirm(page, 'Delete');
  await failed;
  deletion.state.away = false;
  await page.waitForURL('**/items');
  await isOnline(page);
  await deletion.reached;
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outbox(page)).toContain('undeleteItem');
  deletion.release();
  await isSent(page);
  await expect.poll(items).toEqual([id]);

  const adding = await failThenHold(page, '**/addItem');
  await page.getByRole('link', { name: 'Add a tag' }).first().click();
  await page.getByLabel('Name').fill('Red umbrella');
  await page.getByText('Something else', { exact: true }).click();
  await page.locator('main form button').last().click();
  await page.waitForURL('**/items');
  adding.state.away = false;
  await isOnline(page);
  await adding.reached;
  await pressAndConfirm(page, 'Discard');
  await expect.poll(() => outbox(page)).toContain('undone');
  adding.release();
  await isSent(page);
  await expect.poll(items).toEqual([id]);

  await page.goto('/items?select=');
  const release = await holdBack(page, '**/markItemLost');
  await page.getByRole('checkbox', { name: 'Blue backpack' }).check();
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  await expect.poll(() => outbox(page)).toContain('"tried":true');
  await page.getByRole('button', { name: 'They are back' }).first().click();
  await expect.poll(() => outbox(page)).toContain('markItemReturned');
  release();
  const returned = { lostAt: expect.any(String), returnedAt: expect.any(String) };
  await expect.poll(() => owner.call('getItem', { id })).toMatchObject(returned);
  await isSent(page);

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
  await isSent(page);

  await page.goto(`/items/${id}/edit`);
  await page.route('**/setPicture*', (route) => route.abort());
  await choosePart(page, await drawPicture(64, '#0a6'));
  await expect.poll(() => outbox(page)).toContain('setPicture');
  await page.getByRole('button', { name: 'Choose another' }).waitFor();
  const firstKey = JSON.parse(await outbox(page))[0].input.key as string;
  const stored: string[] = [];
  await page.unroute('**/setPicture*');
  page.on('response', (response) => {
    if (response.url().includes('/setPicture') && response.status() === 200) stored.push(response.url());
  });
  await choosePart(page, await drawPicture(32, '#a06'));
  // The outbox may be empty a moment before the one that was chosen last is in it.
  await expect.poll(() => stored.some((url) => !url.includes(firstKey)), { timeout: 60_000 }).toBe(true);
  await isSent(page);
  expect(stored.at(-1)).not.toContain(firstKey);
});

test('words of a loss survive a change from lost to stolen without network; what is said of a theft stays said of a theft when it is saved again; "It is back" said offline does not end a loss that began since, and asks', async () => {
  const { page, owner } = await signedUp({}, cutOff);
  const { id, hash } = await makeItem(owner);
  // What waits is drawn by a part that comes with this page.
  await page.goto('/items');
  await page.goto(`/items/${id}/loss`);
  await page.getByLabel('Where it was last seen').waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Where it was last seen').fill('Main station');
  await page.locator('main form button').last().click();
  await expect.poll(() => outbox(page)).toContain('Main station');
  await page.getByLabel('It was stolen').check();
  await page.getByLabel('Reference of the police').fill('4711/26');
  await page.getByRole('button', { name: 'Mark as stolen' }).click();
  await expect.poll(() => outbox(page)).toContain('4711/26');
  await page.context().setOffline(false);
  await isOnline(page);
  const newest = async () => (await owner.call('listItemStates', { id })).states[0];
  await expect.poll(newest).toMatchObject({ state: 'stolen', reference: '4711/26', place: 'Main station' });
  await isSent(page);

  await page.route('**/updateLoss', (route) => route.abort());
  await page.getByLabel('Reference of the police').fill('4712/26');
  await page.getByRole('button', { name: 'Save what finders read' }).click();
  await page.getByText('Not saved yet').first().waitFor();
  await owner.call('markItemReturned', { id });
  await page.unroute('**/updateLoss');
  await page.goto('/items');
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: Blue backpack' });
  await question.getByRole('button', { name: 'Save again' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(newest).toMatchObject({ state: 'stolen', reference: '4712/26' });

  const returnedAt = async () => (await owner.call('getItem', { id })).returnedAt;
  await page.goto(`/item/${hash}`);
  await page.route('**/markItemReturned', (route) => route.abort());
  await page.getByRole('button', { name: 'It is back' }).click();
  await page.getByText('Not saved yet: your changes wait on this device').waitFor();
  await owner.call('markItemReturned', { id });
  await owner.call('markItemLost', { id });
  await page.unroute('**/markItemReturned');
  await page.goto('/items');
  await question.getByText('It went missing again after you saw it.').waitFor();
  expect(await returnedAt()).toBeNull();
  await question.getByRole('button', { name: 'Save again' }).click();
  await expect.poll(returnedAt).not.toBeNull();
});

test('saves of the same field follow each other; after a refusal the later one joins the question, the other fields of each are saved, and the words that were refused outlive a refused decision about them', async () => {
  const { page, owner } = await signedUp({}, cutOff);
  const { id } = await makeItem(owner, { name: 'Blue backpack', note: 'My passport' });
  const saved = () => owner.call('getItem', { id });
  const edit = async (fields: Record<string, string>) => {
    await page.goto(`/items/${id}/edit`);
    for (const [field, text] of Object.entries(fields)) await page.getByLabel(field).fill(text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'My Items' }).waitFor();
  };
  await page.goto('/items');
  await page.route('**/updateItem', (route) => route.abort());
  await edit({ 'Note to the finder': 'First here' });
  await edit({ Name: 'Green backpack' });
  await edit({ 'Note to the finder': 'Second here', Name: 'White backpack' });
  await owner.call('updateItem', { id, note: 'Elsewhere' });
  await page.unroute('**/updateItem');
  await isOnline(page);
  await expect.poll(saved).toMatchObject({ name: 'White backpack', note: 'Elsewhere' });
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: ' });
  await question.getByText('Typed here: Second here', { exact: true }).waitFor();
  await question.getByText('Saved elsewhere: Elsewhere', { exact: true }).waitFor();
  await expect.poll(() => question.count()).toBe(1);

  await page.goto(`/items/${id}/edit`);
  await page.getByLabel('Name').fill('Red backpack');
  await owner.call('updateItem', { id, note: 'Elsewhere again' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved elsewhere: Elsewhere again').first().waitFor();
  expect(await readDevice(page)).toContain('Second here');
  await page.goto('/items');
  await owner.call('updateItem', { id, note: 'Elsewhere once more' });
  await question.getByRole('button', { name: 'Save again' }).click();
  await question.getByText('Saved elsewhere: Elsewhere once more', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Save again' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(async () => (await saved()).note).toBe('Second here');
});

async function choosePart(page: Page, bytes: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Choose a picture|Choose another/ })
    .first()
    .click();
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: 'Use this part' }).click();
}
