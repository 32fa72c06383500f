import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPages } from '../../paths/app-pages.ts';
import { itemPath } from '../../paths/paths.ts';
import { makeItem } from '../make.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { grantAdministration, ownerWithTag, proveHere, typeSignIn } from './people.ts';
import { sharedProduct } from './shared-product.ts';

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('C-2.13 on a small screen the menu is closed until asked for, and closes on a link and on a click outside; one that is opened before the app starts stays open, with the focus where it was; C-2.09 a new page begins at its top', async () => {
  const { owner } = await ownerWithTag();
  await owner.setViewportSize(phone);
  for (const path of ['/about', '/items']) {
    await owner.goto(path);
    if (path === '/items') await owner.locator('#app[data-started]').waitFor();
    const menu = owner.locator('details[data-menu]');
    const link = menu.getByRole('link', { name: 'Profile' });
    expect(await link.isVisible(), path).toBe(false);
    await menu.getByText('Menu').click();
    await link.waitFor();
    await owner.mouse.click(2, 620);
    await link.waitFor({ state: 'hidden' });
    await menu.getByText('Menu').click();
    await owner.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    await menu.getByText('Menu').click();
    await link.click();
    await owner.waitForURL('**/profile');
    await owner.locator('details[data-menu]').getByRole('link', { name: 'Profile' }).waitFor({ state: 'hidden' });
  }

  const held = Promise.withResolvers<void>();
  await owner.route('**/assets/main-*.js', (route) => held.promise.then(() => route.continue()));
  await owner.goto('/profile', { waitUntil: 'commit' });
  await owner.getByText('Menu').click();
  await owner.keyboard.press('Tab');
  const focused = () => owner.evaluate(() => document.activeElement?.textContent);
  const before = await focused();
  held.resolve();
  await owner.locator('#app[data-started]').waitFor();
  await owner.getByRole('link', { name: 'My Items' }).waitFor();
  expect(await focused()).toBe(before);

  await owner.setViewportSize({ width: 360, height: 400 });
  await owner.goto('/items/new');
  await owner.getByRole('button', { name: 'Make the tag' }).scrollIntoViewIfNeeded();
  expect(await owner.evaluate(() => scrollY)).toBeGreaterThan(0);
  await owner.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('a[href="/profile"]')?.click();
  });
  await owner.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(await owner.evaluate(() => scrollY)).toBe(0);
});

test('on a phone a tap on the sample of the home page shows what a finder sees, in sight, without scripts; the code can be typed where a tag is not known', async () => {
  const product = await sharedProduct();
  const visitor = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone }, refusals);
  const endOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
  };
  await visitor.goto('/');
  await visitor.getByText('Scan this tag').click();
  const heading = visitor.getByText('You found Blue backpack. Thank you!');
  await heading.waitFor();
  expect((await heading.boundingBox())?.y).toBeGreaterThan(0);
  expect(await endOf(visitor.locator('#scanned li').first())).toBeLessThan(phone.height);

  await visitor.goto('/item/x');
  await visitor.getByRole('link', { name: 'Type the code' }).click();
  expect((await visitor.getByRole('heading', { name: 'Found something?' }).boundingBox())?.y).toBeGreaterThanOrEqual(0);
  expect(await endOf(visitor.getByRole('button', { name: 'Open its page' }))).toBeLessThan(phone.height);
});

test('the menu opens without scripts too', async () => {
  const product = await sharedProduct();
  const visitor = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await visitor.goto('/about');
  await visitor.getByText('Menu').click();
  await visitor.getByRole('link', { name: 'Sign In' }).click();
  await visitor.waitForURL('**/signin');
});

test('C-2.07 C-2.03 C-2.15 inside the app /items/{id} shows a loading screen, then the item’s page, and Back does not return to it; who is no administrator is let in to no page of the administration; a page that breaks shows the error screen, the way to other pages stays, and the log says where it broke', async () => {
  const product = await sharedProduct();
  const { owner, id, path } = await ownerWithTag(product, await openWindow(product.url, {}, /TypeError/));
  await owner.goto('/items');
  await owner.locator('[data-started]').waitFor();
  await owner.evaluate((href) => {
    // A locator would wait for the item’s page, which is on its way.
    new MutationObserver(() => {
      const said = document.querySelector('main')?.innerText ?? '';
      if (location.pathname === href) sessionStorage.setItem('said', said);
    }).observe(document.body, { childList: true, subtree: true });
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
  }, `/items/${id}`);
  await owner.waitForURL(`**${path}`);
  expect(await owner.evaluate(() => sessionStorage.getItem('said'))).toContain('Loading...');
  await owner.goBack();
  await owner.waitForURL('**/items');

  const paths = Object.values(appPages).map((page) => page.path);
  await owner.locator('[data-started]').waitFor();
  for (const each of paths.filter((each) => each.startsWith('/admin'))) {
    await leadTo(owner, '/profile');
    await owner.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await leadTo(owner, each);
    await owner.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
    expect(new URL(owner.url()).pathname).toBe(each);
  }

  await owner.route('**/listConversations', (route) => route.fulfill({ json: { result: { conversations: [null] } } }));
  await leadTo(owner, '/inbox');
  await owner.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
  await owner.getByText('Please try refreshing the page.').waitFor();
  const line = /^.*"a page broke".*$/m;
  await expect.poll(() => line.exec(product.stderr())?.[0]).toBeDefined();
  expect(JSON.parse(line.exec(product.stderr())?.[0] ?? '')).toMatchObject({
    name: 'TypeError',
    route: '/inbox',
    release: expect.stringMatching(/^\/assets\/main-/),
    positions: expect.arrayContaining([expect.stringMatching(/^[\w-]+\.js:\d+:\d+$/)]),
  });
  await owner.getByRole('link', { name: 'My Items' }).click();
  await owner.getByRole('heading', { name: 'My Items' }).waitFor();
});

/** As a link inside the app does. */
async function leadTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

test('C-2.02 C-2.03 signed-out people are asked to sign in, and arrive where they wanted to go', async () => {
  const product = await sharedProduct();
  const admin = await grantAdministration(product, await product.owner());
  const visitor = await openWindow(product.url);
  for (const [path, heading] of [
    ['/inbox', 'Messages'],
    ['/admin', 'Today'],
  ] as const) {
    await visitor.context().clearCookies();
    await visitor.goto(path);
    expect(new URL(visitor.url()).pathname).toBe('/signin');
    await typeSignIn(visitor, admin.email);
    if (path === '/admin') await proveHere(visitor, admin);
    await visitor.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe(path);
  }
});

test('on the smallest phone everything to answer with is there without scrolling, and the longest words and names stay inside the page', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const finder = await openWindow(product.url, { viewport: phone });
  await finder.goto(itemPath((await makeItem(owner)).hash));
  const box = await finder.getByLabel('Or write a message').boundingBox();
  expect(box?.y).toBeLessThan(phone.height - 40);

  const note = `${'Donaudampfschifffahrt'.repeat(4)} ${'many words '.repeat(19)}`;
  await finder.goto(itemPath((await makeItem(owner, { name: 'W'.repeat(80), note })).hash));
  expect(await overflow(finder)).toBeLessThanOrEqual(0);
  for (const name of ['I have it', 'I handed it in', 'I saw it here']) {
    const button = await finder.getByRole('button', { name }).boundingBox();
    expect(button?.width, name).toBeGreaterThan(200);
  }
});
