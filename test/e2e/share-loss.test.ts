import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeItem } from '../make.ts';
import { textOf } from '../pdf-text.ts';
import { expectGoodPage } from './accessible.ts';
import { phone } from './browser.ts';
import { signedUp } from './people.ts';

const mostTaps = 4;

async function shareStubbed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    const share = async (link: unknown) => void shared.push(link);
    Object.assign(globalThis, { shared });
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
}

const sharedLinks = (page: Page) => page.evaluate(() => (globalThis as { shared?: unknown[] }).shared);

test('a lost item is shared after its owner read what becomes public: by the dialog of the device, else copied, else shown; until its owner stops', async () => {
  const device = { viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] };
  const { product, page, owner } = await signedUp(device);
  await shareStubbed(page);
  const item = await makeItem(owner, { name: 'Mimi', category: 'pet' });
  const hidden = { phone: { text: '+49 30 1234567', shown: false } };
  await owner.call('updateItem', { id: item.id, facts: { reward: { text: 'A cake', shown: true }, ...hidden } });
  await owner.call('markItemLost', { id: item.id, place: 'Rose Street 4' });
  const url = `${product.url}/item/${item.hash}`;
  const preview = async () => (await product.visitor().get(`/item/${item.hash}/lost.jpg`)).status;
  await page.goto(url);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  const dialog = page.getByRole('dialog', { name: 'Make this loss public?' });
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual([
    'Mimi',
    'Rose Street 4',
    'A cake',
    'It has my passport in it.',
  ]);
  await expectGoodPage(page);
  expect(await preview()).toBe(404);
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => sharedLinks(page)).toEqual([{ title: 'Lost: Mimi', url }]);
  await page.getByText('Shared: a picture of it').waitFor();
  expect(await preview()).toBe(200);
  await expectGoodPage(page);

  await page.evaluate(() =>
    Object.defineProperty(navigator, 'share', { value: () => Promise.reject(new Error('no')) }),
  );
  await share.click();
  await page.getByText('The link is copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await share.click();
  expect(await page.getByLabel('Copy this link into a message').inputValue()).toBe(url);

  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('Shared: a picture of it').waitFor({ state: 'hidden' });
  expect(await preview()).toBe(404);
});

test(`from “Mark as lost” to the opened poster it takes at most ${mostTaps} taps; what was said of the loss stands on it and is typed nowhere again`, async () => {
  const { page, owner } = await signedUp({ viewport: phone, acceptDownloads: true });
  const item = await makeItem(owner, { name: 'Mimi', category: 'pet' });
  await owner.call('updateItem', { id: item.id, facts: { reward: { text: 'A cake', shown: true } } });
  await owner.postJson('/items/print', { data: { items: [item.id], sheet: 'plain-30-a4' } });
  await page.goto(`/item/${item.hash}`);
  let taps = 0;
  const tap = async (role: 'button' | 'link', name: string) => {
    taps += 1;
    await page.getByRole(role, { name }).click();
  };
  await tap('button', 'Mark as lost');
  await page.getByText('Lost since').waitFor();
  // The second step, said once.
  await owner.call('markItemLost', { id: item.id, place: 'Rose Street 4', message: 'She is shy.' });
  await page.reload();
  taps += 1;
  await page.getByText('Make a poster').click();
  const preview = page.getByRole('img', { name: 'How the poster will look' });
  await expect.poll(() => preview.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expectGoodPage(page);
  const download = page.waitForEvent('download');
  await tap('button', 'Make the poster');
  const text = await textOf(await readFile(await (await download).path()));
  for (const words of ['Mimi', 'Rose Street 4', 'She is shy.', 'Reward: A cake']) expect(text).toContain(words);
  const opened = page.waitForEvent('popup');
  await tap('link', 'Open the poster');
  await opened;
  expect(taps).toBeLessThanOrEqual(mostTaps);
});
