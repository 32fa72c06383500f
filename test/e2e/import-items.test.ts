import { expect, test } from 'vitest';
import { phone, refusals } from './browser.ts';
import { openMenu, signedUp } from './people.ts';
import { expectAllIn } from './shown-texts.ts';

const table = [
  'Name;Kategorie;Hinweis',
  ...Array.from({ length: 8 }, (_, n) => `Schlüssel ${n + 1};Schlüssel;`),
  ';Drache;"Fliegt;\nweit"',
  'Rad;fahrrad;Rot',
].join('\r\n');

test('a table is shown with what is wrong in it, added once, narrowed by category, and saved as a table again', async () => {
  const { page } = await signedUp({ viewport: phone }, refusals);
  await page.goto('/items/import');
  await page.locator('#app[data-started]').waitFor();
  await page.getByLabel('Or paste it here').fill('color\nred');
  await page.getByRole('button', { name: 'Check the text' }).press('Enter');
  await page.getByText('The first line must name the columns').waitFor();

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).press('Enter'),
  ]);
  const file = { name: 'Sachen.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') };
  await chooser.setFiles(file);
  await page.getByText('9 of 10 lines can be added.').waitFor();
  await expect.poll(() => page.getByText('Schlüssel 1;Schlüssel;', { exact: true }).count()).toBe(1);
  const encoding = page.getByLabel('Letters are read as');
  await encoding.focus();
  await encoding.selectOption('Mac Roman');
  await page.getByText('Schl¸ssel 1;Schl¸ssel;', { exact: true }).waitFor();
  expect(await encoding.evaluate((select) => select === document.activeElement)).toBe(true);
  await encoding.selectOption('Windows-1252');
  await page.getByText('Schlüssel 1;Schlüssel;', { exact: true }).waitFor();
  const kite = page.getByRole('listitem').filter({ hasText: 'Line 10' });
  expect(await kite.textContent()).toMatch(
    /Category: We do not know the category “Drache”.*Name: Give the item a name/s,
  );
  await page.getByRole('button', { name: 'Add 9 items' }).press('Enter');
  await page.getByText('9 items were added').waitFor();
  await chooser.setFiles({ ...file, buffer: Buffer.from(`\ufeff${table}`) });
  await page.getByText('0 of 10 lines can be added.').waitFor();
  await page.getByText('9 lines are added only if you choose them').waitFor();
  expect(await page.getByRole('button', { name: /^Add \d/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Choose all of them' }).press('Enter');
  await page.getByRole('button', { name: 'Add 9 items' }).waitFor();
  await chooser.setFiles(file);
  await page.getByText('0 of 10 lines can be added.').waitFor();
  const again = page.getByRole('listitem').filter({ hasText: 'Rad' });
  await again.getByText('This line was added before.').waitFor();
  await again.getByLabel('Add it all the same').check();
  await page.getByRole('button', { name: 'Add 1 item', exact: true }).press('Enter');
  await page.getByText('1 item was added').waitFor();
  await page.getByRole('link', { name: 'To My Items' }).click();
  await page.getByRole('heading', { name: 'Schlüssel 1', exact: true }).waitFor();
  const names = () => page.getByRole('heading', { level: 2 }).allTextContents();
  const keys = Array.from({ length: 8 }, (_, n) => `Schlüssel ${n + 1}`);
  await expect.poll(names).toEqual(['Rad', ...keys, 'Rad']);

  await page.getByLabel('Category', { exact: true }).selectOption('Bike');
  await page.getByText('2 items', { exact: true }).waitFor();
  await expect.poll(names).toEqual(['Rad', 'Rad']);
  await page.reload();
  await page.getByText('2 items', { exact: true }).waitFor();
  await openMenu(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as a table (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^my-items-.*\.csv$/);
  expect(new URL(download.url()).search).toBe('?category=bike');

  await page.goto('/items/import?lang=de');
  await page.locator('#app[data-started]').waitFor();
  await page.getByLabel('Oder hier einfügen').fill('name\nKeys\n"');
  await page.getByRole('button', { name: 'Text prüfen' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Oder hier einfügen').fill('name;code;category\nABC;;drache');
  await page.getByRole('button', { name: 'Text prüfen' }).click();
  await page.getByRole('heading', { name: 'Was hinzugefügt würde' }).waitFor();
  await expectAllIn('de', page, [/^Handback$/, /^localhost/, /^English$/, /^ABC$/, /drache/, /^·$/]);
});
