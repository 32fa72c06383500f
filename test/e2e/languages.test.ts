import { expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import { cutOff } from './offline-device.ts';
import { startProduct } from './started-product.ts';

test('the app loads the words of its own language only, keeps them offline, and can be switched', async () => {
  const product = await startProduct();
  const page = await openWindow(product.url, { locale: 'de-AT' }, cutOff);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const loaded = () => asked.flatMap((path) => /^\/assets\/(de|en)-/.exec(path)?.slice(1) ?? []);

  await page.goto('/signin');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(new Set(loaded())).toEqual(new Set(['de']));
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(kept).toContain('/signin');
  expect((await kept()).flatMap((path) => /^\/assets\/(de|en)-/.exec(path)?.slice(1) ?? [])).toEqual(['de']);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto('/signin');
  await page.getByText('Verbindungsfehler').waitFor();
  await page.context().setOffline(false);

  asked.length = 0;
  await page.goto('/signin?next=/inbox');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/inbox');
  expect(loaded()).toContain('en');
  await page.goto('/signup');
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
});
