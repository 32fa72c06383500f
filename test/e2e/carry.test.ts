import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeItem } from '../make.ts';
import { scanPicture } from '../scanned-codes.ts';
import { unzip } from '../unzip.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow, phone } from './browser.ts';
import { openMenu, signedUp, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

async function download(page: Page, button: string): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) };
}

test('owners of a phone download a lock screen with their code, make a poster, which is offered until they say something else, and write an NFC tag', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone, acceptDownloads: true });
  await page.addInitScript(() => {
    // Chromium has no Web NFC on this machine.
    const written: unknown[] = [];
    const stopped: unknown[] = [];
    class NDEFReader {
      async write(message: unknown, { signal }: { signal: AbortSignal }) {
        written.push(message);
        if (written.length === 1) return;
        // No tag comes near.
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(stopped.push(message))));
      }
    }
    Object.assign(globalThis, { NDEFReader, written, stopped });
  });
  const owner = await signUp(product, page);
  const name = '祖母的旧皮革旅行箱带有黄铜扣和一个红色的标签放在我们的阳台上面';
  const { id, hash } = await makeItem(owner, { name, category: 'phone' });
  await page.goto(`/item/${hash}`);
  await page.getByText('Tag', { exact: true }).click();
  await page.getByText('On the lock screen of this phone').click();
  for (const screen of ['This one', 'iPhone SE', 'Galaxy S24 / S25 Ultra']) {
    const phones = page.getByRole('combobox', { name: 'Phone' });
    const option = phones.locator('option', { hasText: screen });
    await phones.selectOption((await option.getAttribute('value')) ?? '');
    const { name: file, bytes } = await download(page, 'Download the picture');
    expect(file).toBe('lock-screen.png');
    const { text, width } = await scanPicture(bytes);
    expect.soft(text, screen).toBe(`${product.url}/T/${id}`.toUpperCase());
    if (screen === 'iPhone SE') expect(width).toBe(750);
    const besideCard = { left: 0, top: width, width: Math.floor(width * 0.09), height: Math.floor(width * 0.6) };
    const dots = await sharp(bytes).extract(besideCard).greyscale().raw().toBuffer();
    expect.soft(new Set(dots).size, `${screen}: no text runs over the card`).toBe(1);
  }

  await page.getByText('A poster, when it is lost').click();
  await page.getByLabel('What to say').fill('Left in tram 11.');
  const { name: poster, bytes } = await download(page, 'Make the poster');
  expect([poster, new TextDecoder().decode(bytes.slice(0, 5))]).toEqual(['poster.pdf', '%PDF-']);
  await page.getByText('Your poster is ready').waitFor();
  const primary = page.locator('form .button-primary').filter({ visible: true });
  await expect.poll(() => primary.allTextContents()).toEqual(['Open the poster']);
  await page.getByLabel('What to say').fill('Left in tram 12.');
  await expect.poll(() => primary.allTextContents()).toEqual(['Make the poster']);
  await expect.poll(() => page.getByText('Your poster is ready').count(), { message: 'of other words' }).toBe(0);

  await page.getByText('On an NFC tag').click();
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe(`${product.url}/T/${id.toUpperCase()}`);
  await page.getByRole('button', { name: 'Write it on an NFC tag' }).click();
  await page.getByText('It is on the NFC tag.').waitFor();
  expect(await page.evaluate(() => (globalThis as { written?: unknown[] }).written)).toEqual([
    { records: [{ recordType: 'url', data: `${product.url}/T/${id.toUpperCase()}` }] },
  ]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(phone.width);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Write it on an NFC tag' }).click();
  await page.getByRole('link', { name: /^Shared with/ }).click();
  const stopped = () => page.evaluate(() => (globalThis as { stopped?: unknown[] }).stopped?.length);
  await expect.poll(stopped, { message: 'whoever leaves the page writes no tag any more' }).toBe(1);
});

test('owners select several items with the keyboard, print and pack them, mark them lost and archive them', async () => {
  const { page, owner } = await signedUp({ viewport: phone, acceptDownloads: true });
  for (const name of ['Bag', 'Scarf', 'Keys']) await makeItem(owner, { name });
  await page.goto('/items');
  await openMenu(page);
  await page.getByRole('link', { name: 'Select several' }).click();
  await page.getByLabel('Bag').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Keys').check();
  await page.getByText('2 selected').waitFor();
  await expectAccessible(page);
  const { bytes } = await download(page, 'Codes as SVG (zip)');
  expect(
    Object.keys(await unzip(new Blob([bytes])))
      .map((name) => name.split(' ')[0])
      .sort(),
  ).toEqual(['Bag', 'Keys']);
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  const lost = async () =>
    (await owner.call('listItems', {})).items
      .filter(({ lostAt, returnedAt }) => lostAt && !returnedAt)
      .map(({ name }) => name)
      .sort();
  await expect.poll(lost).toEqual(['Bag', 'Keys']);

  await page.getByRole('button', { name: 'Print their tags' }).click();
  await page.getByRole('heading', { name: 'Print tags' }).waitFor();
  await expect.poll(() => page.getByLabel('Bag').isChecked()).toBe(true);
  expect(await page.getByLabel('Scarf').isChecked()).toBe(false);
  await page.goBack();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'They are back' }).click();
  await expect.poll(lost).toEqual([]);
  await page.getByLabel('All', { exact: true }).check();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  const archived = async () => (await owner.call('listItems', { archived: true })).items.length;
  await expect.poll(archived).toBe(3);
  await page.getByText('3 items are archived.').waitFor();
  await page.getByText('No items').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(archived).toBe(0);
  await page.getByText('3 items are archived.').waitFor({ state: 'detached' });
  await page.getByText('3 selected').waitFor();
});
