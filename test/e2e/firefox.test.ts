import { type Browser, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { linkIn } from '../mailbox.ts';
import { newEmail, password } from '../make.ts';
import { sharedProduct } from './shared-product.ts';

let firefox: Browser;

/** Without one process for each site, updates and reports: with them it works twice as much. */
const extraPrefsFirefox = {
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'browser.newtab.preload': false,
  'browser.startup.blankWindow': false,
  'gfx.webrender.software': true,
  'layers.gpu-process.enabled': false,
  'media.rdd-process.enabled': false,
  'toolkit.telemetry.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.safebrowsing.update.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'javascript.options.mem.gc_parallel_marking': false,
};

/** Debian’s program; Playwright brings a changed one. */
beforeAll(async () => {
  const executablePath = '/usr/bin/firefox-esr';
  const defaultViewport = { width: 1280, height: 800 };
  firefox = await launch({ browser: 'firefox', executablePath, defaultViewport, extraPrefsFirefox });
});

afterAll(() => firefox.close());

test('C-1.01 C-1.02 in Firefox: from signing up to the finder’s message and the answer, both without a reload', async () => {
  const product = await sharedProduct();
  const owner = await openWindow();
  const email = newEmail();
  await owner.goto(`${product.url}/signup`);
  await fill(owner, { Name: 'Ada', Email: email, Password: password });
  await press(owner, 'Sign up');
  await see(owner, 'Check your mail');
  await owner.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  await press(owner, 'Confirm my address');
  await follow(owner, 'Add a tag');
  await fill(owner, { Name: 'Blue backpack', 'Note to the finder': 'It has my passport in it.' });
  await owner.locator('label ::-p-text(Bag or backpack)').click();
  await press(owner, 'Make the tag');
  await expect.poll(() => owner.url()).toContain('/item/');
  await see(owner, 'Print the tag');
  const path = new URL(owner.url()).pathname;
  await owner.goto(`${product.url}/about`);

  const finder = await openWindow();
  await finder.goto(product.url + path);
  await see(finder, 'You found Blue backpack. Thank you!');
  await press(finder, 'I have it');
  await expect.poll(() => finder.url()).toContain('/conversation/');

  await expect.poll(() => unread(owner)).toBe('1');
  await owner.locator('nav a ::-p-text(Messages)').click();
  await owner.locator('main a ::-p-text(I have it)').click();
  await fill(owner, { 'Your answer': 'Wonderful, I am on my way' });
  await press(owner, 'Send');
  await see(finder, 'Wonderful, I am on my way');
  await expect.poll(() => unread(owner)).toBeUndefined();
});

/** A window that shares nothing with others. Complaints of its console fail the test. */
async function openWindow(): Promise<Page> {
  const context = await firefox.createBrowserContext();
  // A tab behind another one draws nothing.
  const page = await context.newPage({ type: 'window' });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect(complaints, 'the browser’s console').toEqual([]);
  });
  return page;
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.locator(`::-p-xpath(//*[@id = //label[normalize-space() = "${label}"]/@for])`).fill(value);
  }
}

const press = (page: Page, button: string) => page.locator(`aria/${button}[role="button"]`).click();
const follow = (page: Page, link: string) => page.locator(`aria/${link}[role="link"]`).click();

async function see(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.querySelector('main')?.innerText)).toContain(words);
}

function unread(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const badge = document.querySelector<HTMLElement>('nav a [data-unread]');
    return badge?.checkVisibility() ? badge.innerText : undefined;
  });
}
