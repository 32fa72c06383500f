import { type Browser, type BrowserContext, type CDPSession, launch, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { outboxDatabase } from '../../browser/device-store.ts';
import { newIdempotencyKey } from '../../browser/idempotency-key.ts';
import { inboxPath, itemPath, newItemPath, threadPath } from '../../paths/paths.ts';
import { makeItem, type Person } from '../make.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

let chromium: Browser;
let system: CDPSession;

/** Playwright tells each tab that it is looked at. Here it is the one in front alone, as for people. */
beforeAll(async () => {
  chromium = await launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  system = await chromium.target().createCDPSession();
});

afterAll(() => chromium.close());

test('the finder’s page that is looked at hears the answer while earlier tabs are stopped; one of them catches up', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const tag = product.url + itemPath((await makeItem(owner)).hash);
  const context = await openContext(product, []);
  const first = await openTab(context, tag);
  await Promise.all([first.page.waitForNavigation(), press(first.page, 'I have it')]);
  const scanned = await openTab(context, tag);
  await first.stop();
  const last = await openTab(context, first.page.url());
  await scanned.stop();
  for (const words of ['You are very kind', 'Where are you?']) {
    await answer(owner, words);
    await see(last.page, words);
  }
  first.goOn();
  await first.page.bringToFront();
  await see(first.page, 'Where are you?');
});

test('the owner’s page that is looked at hears messages while an earlier tab is stopped', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const path = itemPath((await makeItem(owner)).hash);
  const context = await openContext(product, owner.cookies);
  const first = await openTab(context, product.url + inboxPath());
  const last = await openTab(context, product.url + inboxPath());
  await first.stop();
  for (const words of ['Under the bench', 'By the door']) {
    await product.visitor().post(path, { text: words, key: newIdempotencyKey() });
    await see(last.page, words);
  }
});

test('an answer whose tab is stopped while it sends it is sent by the tab that is looked at', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const path = itemPath((await makeItem(owner)).hash);
  const finder = product.visitor();
  await finder.get(path);
  const link = (await finder.post(path, { text: 'I have it here' })).headers.get('location') ?? '';
  const context = await openContext(product, owner.cookies);
  const first = await openTab(context, product.url + threadPath(await conversationOf(owner)));
  await loseCalls(first.page, 'replyToFinder');
  await first.page.locator('aria/Your answer[role="textbox"]').fill('I am on my way');
  await press(first.page, 'Send');
  await expect.poll(() => locksOf(first.page)).toContain(outboxDatabase);
  await openTab(context, product.url + inboxPath());
  await first.stop();
  await expect.poll(async () => (await finder.get(link)).text()).toContain('I am on my way');
});

test('a new item whose tab is stopped while it sends it is sent by the tab that is looked at', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const context = await openContext(product, owner.cookies);
  const first = await openTab(context, product.url + newItemPath());
  await loseCalls(first.page, 'addItem');
  await first.page.locator('aria/Name[role="textbox"]').fill('Blue backpack');
  await first.page.locator('label ::-p-text(Bag or backpack)').click();
  await press(first.page, 'Make the tag');
  await expect.poll(() => locksOf(first.page)).toContain(owner.uid);
  await openTab(context, product.url + inboxPath());
  await first.stop();
  const names = async () => (await owner.call('listItems', {})).items.map(({ name }) => name);
  await expect.poll(names).toEqual(['Blue backpack']);
});

async function answer(owner: Person, text: string): Promise<void> {
  await owner.call('replyToFinder', { conversationId: await conversationOf(owner), key: newIdempotencyKey(), text });
}

async function conversationOf(owner: Person): Promise<string> {
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  return id;
}

type Tab = { page: Page; stop(): Promise<void>; goOn(): void };

async function openContext(
  product: Product,
  cookies: Iterable<[name: string, value: string]>,
): Promise<BrowserContext> {
  const context = await chromium.createBrowserContext();
  onTestFinished(() => context.close());
  const domain = new URL(product.url).hostname;
  await context.setCookie(...[...cookies].map(([name, value]) => ({ name, value, domain, httpOnly: true })));
  return context;
}

/** It comes in front of the others of this context, which are hidden from then on. */
async function openTab(context: BrowserContext, url: string): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(url);
  let pid: number | undefined;
  const goOn = () => {
    if (pid) process.kill(pid, 'SIGCONT');
    pid = undefined;
  };
  // Runs before the context closes, which waits for its tabs.
  onTestFinished(goOn);
  const stop = async () => {
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
    pid = await processOf(page);
    process.kill(pid, 'SIGSTOP');
  };
  return { page, stop, goOn };
}

/** Chromium does not tell it: it is the one that works when the page does. */
async function processOf(page: Page): Promise<number> {
  const before = new Map((await renderers()).map(({ id, cpuTime }) => [id, cpuTime]));
  await page.evaluate(() => {
    let sum = 0;
    // Longer than another tab may work for its start.
    for (let n = 0; n < 1_500_000_000; n++) sum += n % 7;
    return sum;
  });
  const worked = (await renderers()).map(({ id, cpuTime }) => ({ id, time: cpuTime - (before.get(id) ?? 0) }));
  return worked.reduce((most, each) => (each.time > most.time ? each : most)).id;
}

async function renderers() {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo');
  return processInfo.filter(({ type }) => type === 'renderer');
}

/** As on a network that carries nothing. */
const loseCalls = (page: Page, name: string) =>
  page.evaluate((lost) => {
    const send = globalThis.fetch;
    globalThis.fetch = (...call) => (String(call[0]).endsWith(lost) ? new Promise(() => {}) : send(...call));
  }, name);

const locksOf = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name).join());

const press = (page: Page, button: string) => page.locator(`aria/${button}[role="button"]`).click();

const see = (page: Page, words: string) =>
  expect.poll(() => page.evaluate(() => document.querySelector('main')?.innerText)).toContain(words);
