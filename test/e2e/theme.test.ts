import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdBack, openWindow, phone } from './browser.ts';
import { openOffline } from './offline-device.ts';
import { ownerWithTag, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

const [paper, night] = ['rgb(251, 248, 242)', 'rgb(18, 22, 28)'];

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

const choose = (page: Page, theme: string) =>
  page.getByRole('contentinfo').getByRole('button', { name: theme, exact: true }).click();

test('without scripts the footer’s form darkens the pages of the site in a light system, and the finder’s page stays light', async () => {
  const { product, path } = await ownerWithTag();
  const visitor = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone, colorScheme: 'light' });
  await visitor.goto('/about');
  expect(await paperOf(visitor)).toBe(paper);
  await choose(visitor, 'Dark');
  await visitor.waitForURL('**/about');
  for (const page of ['/about', '/', '/buy']) {
    await visitor.goto(page);
    expect(await paperOf(visitor), page).toBe(night);
  }
  await visitor.goto(path);
  expect(await paperOf(visitor)).toBe(paper);
});

test('the theme chosen in the app is that of its documents before a script has come, keeps what was typed, and is that of the copy without network', async () => {
  const product = await sharedProduct();
  const owner = await openOffline(product, { colorScheme: 'dark' });
  await signUp(product, owner);
  await owner.goto('/items/new');
  await owner.evaluate(() => navigator.serviceWorker.ready.then(() => 'ready'));
  expect(await paperOf(owner)).toBe(night);
  await owner.getByLabel('Name', { exact: true }).fill('Green umbrella');
  await choose(owner, 'Light');
  await expect.poll(() => paperOf(owner).catch(() => '')).toBe(paper);
  await expect.poll(() => owner.getByLabel('Name', { exact: true }).inputValue()).toBe('Green umbrella');
  const light = owner.getByRole('contentinfo').getByRole('button', { name: 'Light', exact: true });
  await expect.poll(() => light.getAttribute('aria-pressed')).toBe('true');

  const release = await holdBack(owner, /\/assets\/.*\.js/);
  await owner.goto('/signin', { waitUntil: 'commit' });
  await owner.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  expect(await paperOf(owner)).toBe(paper);
  release();

  await expect.poll(() => cachedScheme(owner)).toBe('light');
  await owner.context().setOffline(true);
  await owner.goto('/items');
  await owner.getByText('We could not reach the server').waitFor();
  expect(await paperOf(owner)).toBe(paper);
});

function cachedScheme(page: Page): Promise<string | null | undefined> {
  return page.evaluate(async () => (await caches.match('/signin'))?.headers.get('color-scheme'));
}
