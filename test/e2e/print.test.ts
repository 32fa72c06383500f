import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findSheet } from '../../domain/print/contract/sheets.ts';
import { spotsOf } from '../label-spots.ts';
import { makeItem, makeLabelTemplate } from '../make.ts';
import { scanSpots } from '../scanned-codes.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { openMenu, ownerWithTag, runAdminCommand } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('on a phone, from My Items to the PDF: one item on the third label of a used sheet', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone, acceptDownloads: true }, refusals);
  const { owner, person } = await ownerWithTag(product, page);
  await makeItem(person, { name: 'Red umbrella' });
  await owner.goto('/items');
  await openMenu(owner);
  await owner.getByRole('link', { name: 'Print tags' }).click();
  await owner.getByLabel('Only these').check();
  await owner.getByLabel('Red umbrella').check();
  await owner.getByLabel('I have label sheets').check();
  await owner.getByLabel('Sheet', { exact: true }).selectOption('Avery L7163, L7063 (A4)');
  await owner.getByLabel('Beside the code').selectOption('Name and note');
  await owner.locator('rect[data-place="3"]').click();
  await expect.poll(() => owner.getByLabel('First free place').inputValue()).toBe('3');

  const copies = owner.getByLabel('Copies of each');
  const told = owner.getByText('Print between 1 and 100 copies of each tag.');
  const shown = owner.locator('figure img');
  for (const typed of ['0', '', '-1', '99999']) {
    await copies.fill('1');
    await told.waitFor({ state: 'detached' });
    await copies.fill(typed);
    await told.waitFor();
    // With one copy of each.
    await shown.waitFor();
    expect(await copies.inputValue()).toBe(typed);
  }
  await owner.getByRole('button', { name: 'Make the PDF' }).click();
  await expect.poll(() => copies.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => owner.getByLabel('Red umbrella').isChecked()).toBe(true);
  expect(await owner.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(phone.width);
  await expectAccessible(owner);

  await owner.getByLabel('Copies of each').fill('१');
  await owner.getByText('Adjust alignment').click();
  await owner.getByLabel('Move right by').fill('0,5');
  const download = owner.waitForEvent('download');
  await owner.getByLabel('Copies of each').press('Enter');
  const pdf = await readFile(await (await download).path());
  const { printed } = await scanSpots(pdf, spotsOf(findSheet('avery-l7163')));
  expect(printed.map((read) => read !== '')).toEqual([false, false, true, ...Array(11).fill(false)]);
  await owner.getByRole('link', { name: 'Open the PDF' }).waitFor();
  expect(await owner.locator('main form .button-primary').allTextContents()).toEqual(['Open the PDF']);

  const { items } = await person.call('listItems', { search: 'Blue backpack' });
  await runAdminCommand(product, 'retire-tag', items[0]?.id ?? '');
  await owner.reload();
  await owner.getByText('Left out, because they have no tag that works:').waitFor();
  await owner.getByRole('link', { name: 'Blue backpack' }).click();
  await owner.getByText('Put another tag on it.').waitFor();
  // What is shown from before is read anew.
  const read = owner.waitForResponse('**/listUntaggedItems');
  await owner.goBack();
  await read;
  await owner.getByText('Left out, because they have no tag that works:').waitFor();
  const orders: string[] = [];
  owner.on('request', (request) => orders.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await owner.route('**/listUntaggedItems', (route) => route.fulfill({ status: 404, json: {} }), { times: 1 });
  await owner.getByRole('button', { name: 'Make the PDF' }).click();
  await owner.getByText('There is no PDF yet').waitFor();
  expect(orders, 'nothing is left out in silence').not.toContain('POST /items/print');
  await expect.poll(() => owner.getByLabel('Sheet', { exact: true }).inputValue()).toBe('avery-l7163');
  await expect.poll(() => owner.getByLabel('Move right by').inputValue()).toBe('0,5');
});

test('a sheet without room for our address in letters says so when it is chosen, once; where names cannot be checked, the page says so beside the PDF, which goes with the next choice', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { acceptDownloads: true }, refusals, /status of 503/);
  const { owner, person } = await ownerWithTag(product, page);
  const grid = { columns: 1, rows: 1, labelWidth: 15, labelHeight: 15 };
  await makeLabelTemplate(person, { name: 'Tiny', ...grid });
  await owner.goto('/items/print');
  const told = owner.getByText('These labels have no room for address and code in letters.');
  await owner.getByLabel('I have label sheets').check();
  await owner.getByLabel('Sheet', { exact: true }).selectOption('Tiny');
  await told.waitFor();
  await owner.getByRole('button', { name: 'Make the PDF' }).click();
  await owner.getByText('Your PDF is ready').waitFor();
  await expect.poll(() => told.count()).toBe(1);
  await owner.getByLabel('Sheet', { exact: true }).selectOption('Avery L7160, L7060 (A4)');
  await told.waitFor({ state: 'detached' });

  await owner.getByLabel('Beside the code').selectOption('The item’s name');
  const make = owner.getByRole('button', { name: 'Make the PDF' });
  const unchecked = owner.getByText(
    'We could not check whether everything stands whole on the labels. Look at the file before you print it.',
  );
  await owner.route('**/checkPrintedNames', (route) =>
    route.fulfill({ status: 503, json: { error: { status: 'UNAVAILABLE', message: 'Too long.' } } }),
  );
  await make.click();
  await unchecked.waitFor();
  const open = owner.getByRole('link', { name: 'Open the PDF' });
  await open.waitFor();
  await owner.getByLabel('Copies of each').fill('2');
  await open.waitFor({ state: 'detached' });
  await owner.unroute('**/checkPrintedNames');
  await make.click();
  await unchecked.waitFor({ state: 'detached' });
});

test('the page that prints shows the print: plain paper at first, each choice at once, the latest one although an earlier picture comes later, larger by a tap, and without network the plain sheet', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, {}, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { owner } = await ownerWithTag(product, page);
  await owner.goto('/items/print');
  const picture = owner.locator('figure img');
  const shown = () => picture.evaluate((img: HTMLImageElement) => (img.complete ? img.currentSrc : ''));
  const isShown = (part: string) => expect.poll(async () => decodeURIComponent(await shown())).toContain(part);
  await isShown('"sheet":"plain-30-');
  const [larger] = await Promise.all([owner.waitForEvent('popup'), picture.click({ force: true })]);
  await larger.waitForLoadState();
  expect(await larger.evaluate(() => document.documentElement.getBoundingClientRect().width)).toBeGreaterThan(700);
  await larger.close();
  expect(await owner.getByLabel('Plain paper, with marks to cut along').isChecked()).toBe(true);
  expect(await owner.getByLabel('Sheet', { exact: true }).count()).toBe(0);
  await expectAccessible(owner);

  const isOf = (text: string) => (url: URL) => url.pathname.endsWith('/preview.svg') && url.search.includes(text);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await owner.route(isOf('%22name%22'), async (route) => {
    await held;
    await route.continue().catch(() => 'The browser asks for it no more.');
  });
  await owner.getByLabel('Beside the code').selectOption('The item’s name');
  await owner.getByLabel('Beside the code').selectOption('Name and note');
  await isShown('"texts":"note"');
  letGo();
  await owner.getByLabel('Copies of each').fill('3');
  await isShown('"copies":3');
  await isShown('"texts":"note"');

  await owner.context().setOffline(true);
  await owner.getByText('The plain sheet.').waitFor();
  expect([await picture.count(), (await owner.locator('rect[data-place]').count()) > 1]).toEqual([0, true]);
  await owner.context().setOffline(false);
  await isShown('"copies":3');
});
