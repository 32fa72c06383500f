import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { makeItem } from '../test/make.ts';
import { launchChromium, openPage } from './bench/browser.ts';
import { startProduct } from './product.ts';

/** npm run pictures: makes those of README.md anew, from an installation of its own. */
const folder = new URL('../docs/pictures/', import.meta.url);
const phone = { viewport: { width: 390, height: 640 }, deviceScaleFactor: 2 };
const laptop = { viewport: { width: 1024, height: 640 }, deviceScaleFactor: 1.5 };

await using product = await startProduct({ env: { LOG_LEVEL: 'silent' }, command: ['bin/start'] });
await using browser = await launchChromium();
const owner = await product.owner('Ada');
await makeItem(owner, { name: 'House keys', category: 'keys', note: '' });
await makeItem(owner, { name: 'Grandmother’s camera', category: 'camera', note: '' });
await makeItem(owner, { name: 'Lily’s rabbit', category: 'child', note: '' });
await makeItem(owner, { name: 'Red bicycle', category: 'bike', note: '' });
await makeItem(owner, { name: 'Tomcat Frodo', category: 'pet', note: '' });
const backpack = await makeItem(owner, {
  name: 'Blue backpack',
  note: 'My homework is in it. The school office keeps things for me, or write to me here.',
});
await owner.call('markItemLost', { id: backpack.id });

await mkdir(folder, { recursive: true });
{
  await using opened = await openPage(browser, product.url, undefined, phone);
  await opened.page.goto(`/item/${backpack.hash}`, { waitUntil: 'networkidle' });
  await keep(opened.page, 'finder.png');
  await opened.page.getByRole('button', { name: 'I have it' }).click();
  await opened.page.waitForURL('**/conversation/*');
}
{
  await using opened = await openPage(browser, product.url, owner, laptop);
  await opened.page.goto('/items');
  // The app shows the face of headings once the browser has it.
  await opened.page.evaluate(() => document.fonts.load('1rem "Bricolage Grotesque"'));
  await opened.page.reload();
  await opened.page.getByRole('link', { name: backpack.name }).waitFor();
  await keep(opened.page, 'items.png');
}

/** Few colours are enough for drawings and text. */
async function keep(page: Page, name: string): Promise<void> {
  const file = fileURLToPath(new URL(name, folder));
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(file);
  process.stdout.write(`${file}: ${size} bytes\n`);
}
