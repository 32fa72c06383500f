import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { drawPicture, makeItem } from '../make.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow, phone } from './browser.ts';
import { signUp } from './people.ts';
import { startProduct } from './started-product.ts';

type Asked = { url: string | undefined; referrer: string | undefined };

/** A map server that answers with images of one colour. */
async function startMapServer(): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const image = await drawPicture(256, '#9c6');
  const server = createServer((request, response) => {
    asked.push({ url: request.url, referrer: request.headers.referer });
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(image);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('on a phone, an owner sees a small map of the place; its server is asked when the button is pressed, and learns no address of a page', async () => {
  const maps = await startMapServer();
  const product = await startProduct({ env: { MAP_TILES_URL: `${maps.url}/{z}/{x}/{y}.png` } });
  const page = await openWindow(product.url, { viewport: phone });
  const owner = await signUp(product, page);
  const { id } = await makeItem(owner);
  await owner.call('markItemLost', { id, point: { latitude: 52.5163, longitude: 13.3777 } });
  await page.goto('/items');
  await page.getByRole('link', { name: 'Blue backpack' }).click();
  await page.getByRole('link', { name: /^History/ }).click();
  const show = page.getByRole('button', { name: 'Show the map' });
  // Of the form and of the history.
  await expect.poll(() => show.count()).toBe(2);
  expect(maps.asked).toEqual([]);
  await show.first().press('Enter');
  const map = page.getByRole('img', { name: 'Map of 52.5163, 13.3777. The position is in its middle.' });
  await map.waitFor();
  const images = map.locator('img');
  await expect
    .poll(() => images.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)))
    .toEqual([256, 256, 256, 256]);
  expect(maps.asked.map(({ url }) => url).sort()).toEqual(
    ['17601/10746', '17601/10747', '17602/10746', '17602/10747'].map((place) => `/15/${place}.png`),
  );
  const origin = `${new URL(page.url()).origin}/`;
  expect(new Set(maps.asked.map(({ referrer }) => referrer))).toEqual(new Set([origin]));
  await page.getByRole('link', { name: '© OpenStreetMap contributors' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(() => maps.asked.at(-1)?.url).toMatch(/^\/16\//);
});
