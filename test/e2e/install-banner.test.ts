import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openWindow, phone } from './browser.ts';
import { sharedProduct } from './shared-product.ts';

async function openPage(url: string, path: string): Promise<Page> {
  const page = await openWindow(url, { viewport: phone });
  await page.clock.install();
  await visit(page, path);
  return page;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Chromium offers installation, and its person would choose `outcome` in its own dialog. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed' = 'accepted'): Promise<void> {
  await page.evaluate((chosen) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const prompt = async () => {
      document.documentElement.dataset.asked = String(Number(document.documentElement.dataset.asked ?? 0) + 1);
      if (chosen === 'accepted') dispatchEvent(new Event('appinstalled'));
    };
    dispatchEvent(Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome: chosen }) }));
    if (!event.defaultPrevented) throw new Error('the browser’s own bar shows too');
  }, outcome);
}

const forget = (page: Page) => page.evaluate(() => localStorage.clear());
const banner = (page: Page) => page.getByRole('complementary', { name: 'Install Handback App' });
const asked = (page: Page) => page.locator('html').getAttribute('data-asked');
const remembered = (page: Page, name: string) =>
  page.evaluate((key) => Date.parse(localStorage.getItem(key) ?? ''), name);

test('C-2.19 C-4.18 C-9.03 in the app and on a public page the banner shows 3 seconds after the browser’s offer, and installs', async () => {
  const page = await openPage((await sharedProduct()).url, '/signin');
  await page.clock.fastForward(60_000);
  expect(await banner(page).isVisible(), 'nothing was offered').toBe(false);
  for (const path of ['/signin', '/about']) {
    if (path === '/about') await visit(page, path);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
    await offer(page);
    await page.clock.runFor(2_999);
    expect(await banner(page).isVisible(), path).toBe(false);
    await page.clock.runFor(1);
    await banner(page).getByText('Get quick access and offline features').waitFor();
    expect(await banner(page).getByText('Add to Home Screen').isVisible()).toBe(false);
    const now = await page.evaluate(() => Date.now());
    await banner(page).getByRole('button', { name: 'Install' }).dblclick();
    await banner(page).waitFor({ state: 'hidden' });
    expect(await asked(page)).toBe('1');
    expect(await remembered(page, 'install-done')).toBe(now);
    await offer(page);
    await page.clock.runFor(10_000);
    expect(await banner(page).isVisible(), 'installed').toBe(false);
    await forget(page);
  }
});

test('C-4.19 who dismisses it, or declines in the browser’s own dialog, is not asked again, on no page; the time is remembered', async () => {
  const page = await openPage((await sharedProduct()).url, '/about');
  const expectNothing = async (path: string) => {
    await visit(page, path);
    await offer(page);
    await page.clock.runFor(10_000);
    expect(await banner(page).isVisible()).toBe(false);
  };
  await offer(page, 'dismissed');
  await page.clock.runFor(3_000);
  await banner(page).getByRole('button', { name: 'Install' }).click();
  await expect.poll(() => remembered(page, 'install-dismissed')).not.toBeNaN();
  await expectNothing('/about');

  await forget(page);
  await visit(page, '/about');
  const other = await page.context().newPage();
  await visit(other, '/signin');
  for (const tab of [page, other]) {
    await offer(tab);
    await tab.clock.runFor(3_000);
    await banner(tab).waitFor();
  }
  const before = await page.evaluate(() => Date.now());
  await banner(page).getByRole('button', { name: 'Not now' }).press('Enter');
  await banner(page).waitFor({ state: 'hidden' });
  await banner(other).waitFor({ state: 'hidden' });
  expect(await remembered(page, 'install-dismissed')).toBeGreaterThanOrEqual(before);
  await expectNothing('/signin');
});

/** Chromium's headless windows are tabs, whatever is emulated: the page hears otherwise. */
function openOwnWindow(): void {
  const ask = matchMedia.bind(globalThis);
  globalThis.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query);
}

/** As on an iPhone, which offers nothing to the page. */
function openOnIphone(standalone: boolean): void {
  Object.defineProperty(navigator, 'standalone', { value: standalone });
}

function openInOtherApp(): void {
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  Object.defineProperties(navigator, { standalone: { value: false }, userAgent: { value: userAgent } });
}

test('C-4.18 C-4.19 on an iPhone the banner says how to install from the menu of Safari, until it is dismissed', async () => {
  const page = await openWindow((await sharedProduct()).url, { viewport: phone });
  await page.addInitScript(openOnIphone, false);
  await page.clock.install();
  for (const path of ['/signin', '/about']) {
    await visit(page, path);
    await page.clock.runFor(3_000);
    await banner(page).getByText('Tap Share, then Add to Home Screen.').waitFor();
    await expect.poll(() => banner(page).getByRole('button').allTextContents()).toEqual(['Not now']);
    await banner(page).getByRole('button', { name: 'Not now' }).click();
    await banner(page).waitFor({ state: 'hidden' });
    await visit(page, path);
    await page.clock.runFor(10_000);
    expect(await banner(page).isVisible(), 'dismissed').toBe(false);
    await forget(page);
  }
});

test('C-4.18 the installed app in its own window or on the home screen of an iPhone, and a browser inside another app of an iPhone, which cannot install, offer nothing', async () => {
  const { url } = await sharedProduct();
  const context = (await openWindow(url, { viewport: phone })).context();
  await context.clock.install();
  for (const become of [openOwnWindow, openOnIphone, openInOtherApp]) {
    const page = await context.newPage();
    await page.addInitScript(become, true);
    await visit(page, '/about');
    if (become !== openInOtherApp) await offer(page);
    await page.clock.runFor(10_000);
    expect(await banner(page).isVisible(), become.name).toBe(false);
    await page.close();
  }
});
