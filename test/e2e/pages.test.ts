import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { languages } from '../../language/languages.ts';
import { appPages } from '../../paths/app-pages.ts';
import { password } from '../make.ts';
import { holdBack, openWindow, phone } from './browser.ts';
import { addTag, grantAdministration, ownerWithTag, proveHere, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

/** In the dark only the colours differ. */
const rules = {
  light: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  dark: { runOnly: ['color-contrast'] },
};

async function problems(page: Page, colorScheme: keyof typeof rules): Promise<string[]> {
  // Without frames no page of its own is needed to put results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(rules[colorScheme]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('every page is readable by everyone: WCAG 2.2 AA, light and dark, down to 320 pixels', async () => {
  const product = await sharedProduct();
  const { owner, path } = await ownerWithTag(product);
  const finder = await openWindow(product.url);
  await finder.goto(path);
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.waitForURL('**/conversation/*');
  await owner.goto('/inbox');
  await owner.getByRole('link', { name: /I have it/ }).click();
  await owner.waitForURL('**/inbox/*');
  const thread = owner.url();

  const visits: [Page, string][] = [
    ...['/', '/about', '/buy', '/privacy', '/signin', '/signup', '/auth/reset', path, finder.url()].map(
      (to): [Page, string] => [finder, to],
    ),
    ...['/items', '/items/new', '/inbox', thread, '/profile', '/admin', path].map((to): [Page, string] => [owner, to]),
  ];
  await expectReadable(visits);
}, 240_000);

test('the pages of unassigned tags and of activating them are readable by everyone too', async () => {
  const product = await sharedProduct();
  const { owner } = await ownerWithTag(product);
  await owner.goto('/items/blank');
  await owner.getByLabel('How many').fill('1');
  await owner.getByRole('button', { name: 'Make blank tags' }).click();
  await owner.getByText('1 blank tag', { exact: true }).waitFor();
  const code = (await owner.locator('main .code-groups').textContent()) ?? '';
  const [blank, activate] = [`/T/${code.toUpperCase()}`, `/activate#${code}`];
  const stranger = await openWindow(product.url);
  await expectReadable([
    [stranger, blank],
    [stranger, '/activate'],
    [owner, '/items/blank'],
    [owner, activate],
  ]);
});

async function expectReadable(visits: [Page, string][]): Promise<void> {
  for (const [page, to] of visits) {
    await page.goto(to);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await problems(page, colorScheme), `${to} ${colorScheme}`).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflow(page), `${to} at 320 pixels`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
}

test('C-2.13 on a small screen the menu is closed until asked for, and closes on a link and on a click outside', async () => {
  const product = await sharedProduct();
  const { owner } = await ownerWithTag(product);
  await owner.setViewportSize(phone);
  for (const path of ['/about', '/items']) {
    await owner.goto(path);
    if (path === '/items') await owner.locator('#app[data-started]').waitFor();
    const menu = owner.locator('details[data-menu]');
    const link = menu.getByRole('link', { name: 'Profile' });
    expect(await link.isVisible(), path).toBe(false);
    await menu.getByText('Menu').click();
    expect(await link.isVisible(), path).toBe(true);
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
});

test('a menu that is opened before the app starts stays open, with the focus where it was', async () => {
  const product = await sharedProduct();
  const { owner } = await ownerWithTag(product);
  await owner.setViewportSize(phone);
  const held = Promise.withResolvers<void>();
  await owner.route('**/assets/main-*.js', (route) => held.promise.then(() => route.continue()));
  await owner.goto('/profile', { waitUntil: 'commit' });
  await owner.getByText('Menu').click();
  await owner.keyboard.press('Tab');
  const focused = () => owner.evaluate(() => document.activeElement?.textContent);
  const before = await focused();
  held.resolve();
  await owner.locator('#app[data-started]').waitFor();
  expect(await owner.getByRole('link', { name: 'My Items' }).isVisible()).toBe(true);
  expect(await focused()).toBe(before);
});

test('the menu opens without scripts too', async () => {
  const product = await sharedProduct();
  const visitor = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await visitor.goto('/about');
  await visitor.getByText('Menu').click();
  await visitor.getByRole('link', { name: 'Sign In' }).click();
  await visitor.waitForURL('**/signin');
});

test('C-2.07 inside the app /items/{id} shows a loading screen, then the item’s page, and Back does not return to it', async () => {
  const product = await sharedProduct();
  const { owner, path } = await ownerWithTag(product);
  const id = (await owner.locator('code').first().textContent()) ?? '';
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
});

test('C-2.09 a new page begins at its top', async () => {
  const product = await sharedProduct();
  const { owner } = await ownerWithTag(product);
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

test('C-2.03 a signed-in person who is no administrator is let in to no page of the administration', async () => {
  const { owner } = await ownerWithTag(await sharedProduct());
  const paths = Object.values(appPages).map(({ path }) => path);
  for (const path of paths.filter((each) => each.startsWith('/admin'))) {
    await owner.goto(path);
    await owner.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  }
});

test('C-2.02 C-2.03 signed-out people are asked to sign in, and arrive where they wanted to go', async () => {
  const product = await sharedProduct();
  const admin = await grantAdministration(product, await product.owner());
  const visitor = await openWindow(product.url);
  for (const [path, heading] of [
    ['/inbox', 'Messages'],
    ['/profile', 'Profile'],
    ['/admin', 'Today'],
  ] as const) {
    await visitor.context().clearCookies();
    await visitor.goto(path);
    expect(new URL(visitor.url()).pathname).toBe('/signin');
    await visitor.getByLabel('Email').fill(admin.email);
    await visitor.getByLabel('Password', { exact: true }).fill(password);
    await visitor.getByRole('button', { name: 'Sign in' }).click();
    if (path === '/admin') await proveHere(visitor, admin);
    await visitor.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(new URL(visitor.url()).pathname).toBe(path);
  }
});

test('C-2.15 a page that breaks shows the error screen, and the way to other pages stays', async () => {
  const product = await sharedProduct();
  const owner = await openWindow(product.url, {}, /TypeError/);
  await ownerWithTag(product, owner);
  await owner.route('**/listConversations', (route) => route.fulfill({ json: { result: { conversations: [null] } } }));
  await owner.goto('/inbox');
  await owner.getByRole('heading', { name: 'Something went wrong.' }).waitFor();
  await owner.getByText('Please try refreshing the page.').waitFor();
  await owner.getByRole('link', { name: 'My Items' }).click();
  await owner.getByRole('heading', { name: 'My Items' }).waitFor();
});

test('C-2.16 while loading the screens say so', async () => {
  const product = await sharedProduct();
  const { owner } = await ownerWithTag(product);
  const release = await holdBack(owner, '**/auth/token');
  // The document of a page for signed-in people says who is signed in; this one has to ask.
  await owner.goto('/signin');
  await owner.getByText('Loading authentication...').waitFor();
  release();
  await owner.getByRole('heading', { name: 'My Items' }).waitFor();
  const html = await (await fetch(`${product.url}/signin`)).text();
  expect(html).toContain('Loading...');
});

test('in each language the finder’s page weighs at most 8,000 bytes, everything fetched, and its answers are in sight', async () => {
  const product = await sharedProduct();
  const { path } = await ownerWithTag(product);
  const found: Record<string, { bytes: number; answersEnd: number }> = {};
  for (const language of languages) {
    const finder = await openWindow(product.url, { viewport: phone, locale: language });
    const sizes: Promise<number>[] = [];
    finder.on('requestfinished', (request) => {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await finder.goto(path, { waitUntil: 'networkidle' });
    expect(await finder.locator('html').getAttribute('lang')).toBe(language);
    expect(sizes.length).toBeGreaterThanOrEqual(2);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const last = await finder.locator('fieldset button').last().boundingBox();
    found[language] = { bytes, answersEnd: (last?.y ?? Number.NaN) + (last?.height ?? Number.NaN) };
    await finder.context().close();
  }
  const tooMuch = Object.entries(found).filter(
    ([, { bytes, answersEnd }]) => !(bytes <= 8_000 && answersEnd <= phone.height),
  );
  expect(tooMuch, JSON.stringify(found)).toEqual([]);
});

test('the longest words and names stay inside the page, and the answers in sight', async () => {
  const product = await sharedProduct();
  const owner = await openWindow(product.url);
  await signUp(product, owner);
  const path = await addTag(owner, 'W'.repeat(80), `${'Donaudampfschifffahrt'.repeat(4)} ${'many words '.repeat(19)}`);
  const finder = await openWindow(product.url, { viewport: phone });
  await finder.goto(path);
  expect(await overflow(finder)).toBeLessThanOrEqual(0);
  for (const name of ['I have it', 'I handed it in', 'I saw it here']) {
    const box = await finder.getByRole('button', { name }).boundingBox();
    expect(box?.width, name).toBeGreaterThan(200);
  }
});

test('on the smallest phone everything to answer with is there without scrolling', async () => {
  const product = await sharedProduct();
  const { path } = await ownerWithTag(product);
  const finder = await openWindow(product.url, { viewport: phone });
  await finder.goto(path);
  const box = await finder.getByLabel('Or write a message').boundingBox();
  expect(box?.y).toBeLessThan(phone.height - 40);
});
