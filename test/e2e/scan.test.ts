import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { qrSvg } from '../../domain/items/contract/qr-code.ts';
import { svgToPng } from '../../domain/print/svg-to-png.ts';
import { qrPath } from '../../paths/paths.ts';
import { makeItem } from '../make.ts';
import { expectAccessible } from './accessible.ts';
import { openWindow, phone } from './browser.ts';
import { signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

/** A camera before which this picture is held, somewhat turned and on a desk; without one, there is no camera. */
async function holdBeforeCamera(page: Page, picture?: Uint8Array): Promise<void> {
  const base64 = picture && Buffer.from(picture).toString('base64');
  await page.addInitScript((recorded) => {
    const stopped: string[] = [];
    const getUserMedia = async () => {
      if (!recorded) throw new DOMException('No camera.', 'NotFoundError');
      const bytes = Uint8Array.from(atob(recorded), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const context = canvas.getContext('2d');
      setInterval(() => {
        if (!context) return;
        context.fillStyle = '#987';
        context.fillRect(0, 0, 640, 480);
        context.setTransform(1, 0.1, -0.1, 1, 200, 100);
        context.drawImage(bitmap, 0, 0, 260, 260);
        context.resetTransform();
      }, 50);
      const stream = canvas.captureStream(20);
      for (const track of stream.getTracks()) {
        const stop = track.stop.bind(track);
        track.stop = () => {
          stopped.push(track.kind);
          stop();
        };
      }
      return stream;
    };
    Object.assign(globalThis, { stopped });
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
  }, base64);
}

const stoppedIn = (page: Page) => page.evaluate(() => (globalThis as { stopped?: string[] }).stopped?.length ?? 0);

test('owners hold a tag before the camera, and its page opens', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone });
  const owner = await signUp(product, page);
  const { hash } = await makeItem(owner, { name: 'Red umbrella' });
  const picture = new Uint8Array(await (await owner.get(qrPath(hash, 'png'))).arrayBuffer());
  await holdBeforeCamera(page, picture);
  await page.goto('/items');
  let asked = 0;
  await page.route('**/T/*', async (route) => {
    asked++;
    // Longer than the camera rests between two looks.
    await setTimeout(1_500);
    await route.continue();
  });
  await page.getByRole('main').getByRole('link', { name: 'Scan', exact: true }).click();
  await page.waitForURL(/\/(t|item)\//i);
  await page.getByText('Red umbrella').first().waitFor();
  expect(asked).toBe(1);
});

test('what the browser itself reads is taken; a code that is not ours is shown as text and not opened, and the camera stops when the page is hidden or left', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone });
  await signUp(product, page);
  const svg = qrSvg('https://elsewhere.example/t/7k3m9qxa2b4ft0zw');
  await holdBeforeCamera(page, await svgToPng(svg.replaceAll('45mm', '400')));
  await page.addInitScript(() => {
    class BarcodeDetector {
      static async getSupportedFormats() {
        return ['qr_code'];
      }
      async detect() {
        return [{ rawValue: 'https://elsewhere.example/t/7k3m9qxa2b4ft0zw' }];
      }
    }
    Object.assign(globalThis, { BarcodeDetector });
  });
  await page.goto('/items/scan');
  await page.getByText('https://elsewhere.example/t/7k3m9qxa2b4ft0zw').waitFor();
  expect(new URL(page.url()).pathname).toBe('/items/scan');
  expect(await page.getByRole('link', { name: 'elsewhere' }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(phone.width);
  await expectAccessible(page);

  const hide = (state: string) =>
    page.evaluate((visible) => {
      Object.defineProperty(document, 'visibilityState', { value: visible, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await hide('hidden');
  await expect.poll(() => stoppedIn(page)).toBe(1);
  await hide('visible');
  await page.getByRole('link', { name: 'Type the code instead' }).click();
  await page.getByRole('heading', { name: 'Type the code' }).waitFor();
  await expect.poll(() => stoppedIn(page)).toBe(2);
});

test('without a camera the page says how else: a picture of the tag is read, one without a code is told, and the code is typed', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone });
  const owner = await signUp(product, page);
  const { hash } = await makeItem(owner, { name: 'Green scarf' });
  await holdBeforeCamera(page);
  await page.goto('/items/scan');
  await page.getByText('There is no camera').waitFor();
  expect(await page.getByText('Hold a tag').count()).toBe(0);
  await expectAccessible(page);
  const choose = (buffer: Uint8Array) =>
    page
      .getByLabel('Choose a picture')
      .setInputFiles({ name: 'tag.png', mimeType: 'image/png', buffer: Buffer.from(buffer) });
  await choose(await svgToPng('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>'));
  await page.getByText('No code was read in this picture.').waitFor();
  await choose(new Uint8Array(await (await owner.get(qrPath(hash, 'png'))).arrayBuffer()));
  await page.waitForURL(/\/(t|item)\//i);
  await page.getByText('Green scarf').first().waitFor();
});
