import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeItem } from '../make.ts';
import { scanPictures } from '../scanned-codes.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { openMenu, ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('on a phone, a label sheet of one’s own: begun from one that is sold, refused, kept without network, saved, printed on', async () => {
  const product = await sharedProduct();
  const offline = /ERR_INTERNET_DISCONNECTED/;
  const page = await openWindow(product.url, { viewport: phone, acceptDownloads: true }, refusals, offline);
  const { owner } = await ownerWithTag(product, page);
  await owner.goto('/items/print');
  await owner.getByLabel('I have label sheets').check();
  await owner.getByRole('link', { name: 'My own label sheets and sizes' }).click();
  await owner.getByText('You have no template yet.').waitFor();
  await owner.getByRole('link', { name: 'New template' }).click();
  await owner.getByLabel('Name').fill('Freezer labels');
  await owner.getByLabel('Start from').selectOption('Avery L7651 (A4)');
  await expect.poll(() => owner.getByLabel('From label to label, across (mm)').inputValue()).toBe('40.64');
  await expect.poll(() => owner.locator('rect[data-place]').count()).toBe(65);
  await owner.getByLabel('Columns').fill('4');
  await expect.poll(() => owner.locator('rect[data-place]').count(), { message: 'the picture follows' }).toBe(52);

  await owner.getByLabel('From label to label, across (mm)').fill('30,5');
  await owner.getByRole('button', { name: 'Save the template' }).click();
  await owner.getByText('The labels would overlap').first().waitFor();
  expect(await owner.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(phone.width);
  await expectAccessible(owner);

  await owner.getByLabel('From label to label, across (mm)').fill('45,5');
  await owner.context().setOffline(true);
  await owner.getByRole('button', { name: 'Save the template' }).click();
  await owner.getByText('The labels would overlap').first().waitFor({ state: 'hidden' });
  await owner.getByText('The template is not saved yet').waitFor();
  await expect.poll(() => owner.getByLabel('From label to label, across (mm)').inputValue()).toBe('45,5');
  await owner.context().setOffline(false);
  await owner.getByRole('button', { name: 'Save the template' }).click();
  await owner.getByText('52 labels of 38.1 × 21.17 mm on a page').waitFor();

  await owner.getByRole('link', { name: 'Print on it' }).click();
  const sheet = owner.getByLabel('Sheet', { exact: true });
  await expect.poll(() => sheet.locator('option:checked').textContent()).toBe('Freezer labels');
  await expect.poll(() => owner.locator('rect[data-place]').count()).toBe(52);
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Make the PDF' }).click();
  expect((await download).suggestedFilename()).toBe('tags.pdf');

  await owner.goto('/items/print/templates');
  await owner.getByRole('link', { name: 'Change' }).click();
  await expect.poll(() => owner.getByLabel('From label to label, across (mm)').inputValue()).toBe('45.5');
});

test('what My Items found becomes pictures for a label printer of one’s own size; names that do not fit are told', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { acceptDownloads: true });
  const { owner, person } = await ownerWithTag(product, page);
  const long = 'A green umbrella with a curved handle of wood, which my grandmother left to me';
  await makeItem(person, { name: long });
  await owner.goto('/items/print/templates?template=new');
  await owner.getByLabel('Name').fill('Roll');
  await owner.getByLabel('Paper').selectOption('Label printer, one label at a time');
  await owner.getByLabel('Label width (mm)').fill('30');
  await owner.getByLabel('Label height (mm)').fill('36');
  await owner.getByRole('button', { name: 'Save the template' }).click();
  await owner.getByText('1 label of 30 × 36 mm on a page').waitFor();

  await owner.goto('/items?search=umbrella');
  await openMenu(owner);
  await owner.getByRole('link', { name: 'Print tags' }).click();
  await expect.poll(() => owner.getByLabel('Those found by umbrella').isChecked()).toBe(true);
  await owner.getByLabel('I have label sheets').check();
  await owner.getByLabel('Sheet', { exact: true }).selectOption('Roll');
  await owner.getByText('Pictures instead of a PDF').click();
  await owner.getByLabel('File').selectOption('PNG of each label, 300 dpi');
  await owner.getByLabel('Beside the code').selectOption('The item’s name');
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Make the pictures' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^A green umbrella .*\.png$/);
  const png = await readFile(await file.path());
  expect(await sharp(png).metadata()).toMatchObject({ width: 354, height: 425, density: 300 });
  expect(await scanPictures([png])).toEqual([expect.stringContaining('/T/')]);
  await owner.getByText('Not whole on paper, for want of room:').waitFor();
  expect(await owner.getByRole('main').innerText()).toContain(long);
});
