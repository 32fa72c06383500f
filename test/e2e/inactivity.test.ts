import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { endIdleSessions } from '../../domain/accounts/inactivity.ts';
import { isAppPath } from '../../paths/app-pages.ts';
import { isFinderPath } from '../../paths/paths.ts';
import { readEnv } from '../../server/env.ts';
import { openServices } from '../../server/open-services.ts';
import { createTestLog } from '../log.ts';
import { makeItem } from '../make.ts';
import { openWindow, takeClock } from './browser.ts';
import { readDevice } from './offline-device.ts';
import { signedUp, signIn, signUp, typeSignIn } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

const minute = 60_000;
const timedOut = (url: URL) => url.pathname + url.search === '/signin?timeout=true';

/** A call that was on its way when the session ended. */
const calledTooLate = /status of 401 .*\/functions\//;

async function signedInAt(product: Product, path: string) {
  const page = await openWindow(product.url, {}, calledTooLate);
  const person = await signUp(product, page);
  await takeClock(page);
  await open(page, path);
  return { page, person, email: person.email };
}

/** With its token: one that is still on its way would time out when the clock is moved on. */
async function open(page: Page, path: string): Promise<void> {
  const isApps = isAppPath(path) && !isFinderPath(path);
  const arrived = isApps ? page.waitForResponse('**/auth/token') : undefined;
  await page.goto(path);
  await (await arrived)?.finished();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === 'handback-idle-clock');
  });
}

async function isSignedIn(page: Page): Promise<boolean> {
  const answer = await page.request.get('/profile', { maxRedirects: 0 });
  return answer.status() === 200;
}

function lastActivity(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('last-activity'));
}

/** Nothing has ended, nor begun to end: the clock that the tabs share still runs. */
async function expectPresent(page: Page, why?: string): Promise<void> {
  expect(await lastActivity(page), why).toMatch(/^\d+$/);
  expect(await isSignedIn(page), why).toBe(true);
}

/** The machine sleeps: its wall clock goes on, and no timer of the page runs. */
async function sleep(page: Page, ms: number): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.setSystemTime(now + ms);
}

async function endAsServer({ dataDir }: Product): Promise<void> {
  const { services, close } = await openServices(readEnv({ DATA_DIR: dataDir }), createTestLog().log, {
    beside: true,
  });
  const idle = { activeAt: sql<Date>`now() - interval '30 minutes'`, pageSeenAt: sql<Date>`now()` };
  const sessions = await services.db.updateTable('authSessions').set(idle).returning('id').execute();
  await endIdleSessions(
    sessions.map(({ id }) => id),
    services,
  ).finally(close);
}

/** @returns where they arrive */
async function signInAgain(page: Page, who: string): Promise<string> {
  await page.waitForURL(timedOut);
  await page.getByText('Nobody was active here for 30 minutes').waitFor();
  expect(await isSignedIn(page)).toBe(false);
  await typeSignIn(page, who);
  await page.waitForURL((url) => url.pathname !== '/signin');
  // A page of the site is another document, which comes later than its address.
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe('Sign in');
  return new URL(page.url()).pathname;
}

test('C-4.10 C-4.11 C-9.02 in the app, half an hour without activity signs out within 60 seconds and says why; who signs in again is back where they were, also on a finder’s page, and somebody else begins with their own items; after the machine slept for an hour, nothing revives the session: not the first touch, not a click on a link', async () => {
  const product = await sharedProduct();
  const { page, email } = await signedInAt(product, '/items');
  const { email: other } = await product.owner('Bob');
  const signOuts: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/sign-out') && signOuts.push(request.url()));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 29.5 * 60_000));
  await expectPresent(page);
  await page.clock.runFor(minute);
  await page.clock.resume();
  await page.waitForURL(timedOut);
  await page.reload();
  expect(await signInAgain(page, email)).toBe('/items');
  expect(signOuts).toHaveLength(1);
  await page.clock.fastForward(29 * minute);
  await expectPresent(page, 'the next half hour begins with signing in');

  await open(page, '/profile');
  await page.clock.fastForward(31 * minute);
  expect(await signInAgain(page, email)).toBe('/profile');
  await page.clock.fastForward(31 * minute);
  expect(await signInAgain(page, other)).toBe('/items');
  const { hash } = await makeItem(await product.owner());
  await open(page, `/item/${hash}`);
  await page.clock.fastForward(31 * minute);
  expect(await signInAgain(page, other)).toBe(`/item/${hash}`);

  for (const [at, wake] of [
    ['/items', () => page.mouse.move(120, 320)],
    ['/inbox', () => page.evaluate(() => dispatchEvent(new Event('focus')))],
    ['/about', () => page.getByRole('link', { name: 'My Items' }).dispatchEvent('click')],
  ] as const) {
    await open(page, at);
    await sleep(page, 60 * minute);
    await wake();
    await signInAgain(page, other);
  }
});

test('C-4.11 an open page tells the server of activity, once a minute, and of nothing else; mouse, keys, clicks, touches and scrolling all begin the half hour anew', async () => {
  const product = await sharedProduct();
  const { page } = await signedInAt(product, '/items');
  const reports: number[] = [];
  page.on('response', (answer) => answer.url().endsWith('/auth/activity') && reports.push(answer.status()));
  for (const path of ['/items', '/about']) {
    const reported = page.waitForResponse('**/auth/activity');
    await page.clock.fastForward(2 * minute);
    await page.keyboard.press('Shift');
    await reported;
    await open(page, path);
    reports.length = 0;
    await page.clock.fastForward(5 * minute);
    // Until the page listens.
    const press = async () => {
      await page.keyboard.press('Shift');
      return reports.length;
    };
    await expect.poll(press, { message: path }).toBe(1);
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Shift');
    expect(reports, path).toEqual([204]);
    await page.clock.fastForward(minute);
    await expect.poll(() => reports, { message: 'of the last press' }).toEqual([204, 204]);
    await page.clock.fastForward(20 * minute);
    await page.evaluate(() => fetch('/healthz'));
    expect(reports).toEqual([204, 204]);
    await page.keyboard.press('Shift');
  }

  const activities: [string, () => Promise<void>][] = [
    ['mouse move', () => page.mouse.move(100, 300)],
    ['key press', () => page.keyboard.press('Shift')],
    ['click', () => page.getByRole('heading', { level: 1 }).dispatchEvent('click')],
    ['touch', () => page.getByRole('heading', { level: 1 }).dispatchEvent('touchstart')],
    [
      'scroll',
      () =>
        page.evaluate(() => {
          const scrolled = new Promise<void>((resolve) => addEventListener('scroll', () => resolve(), { once: true }));
          scrollBy(0, 40);
          return scrolled;
        }),
    ],
  ];
  for (const [name, act] of activities) {
    await page.clock.fastForward(20 * minute);
    await act();
    await page.clock.runFor(50);
    await page.clock.fastForward(20 * minute);
    await expectPresent(page, name);
    await page.keyboard.press('Shift');
  }
  await page.clock.fastForward(31 * minute);
  await page.waitForURL(timedOut);
});

test('C-4.02 C-4.10 C-4.11 a session survives that the browser was closed for hours; activity in one tab keeps the other; without any, although a third tab is opened, all are signed out', async () => {
  const { page } = await signedInAt(await sharedProduct(), '/items');
  const app = await page.context().newPage();
  await page.close();
  await app.clock.fastForward(180 * minute);
  await open(app, '/items');
  await app.clock.fastForward(29 * minute);
  await expectPresent(app, 'after hours');
  await app.keyboard.press('Shift');
  const site = await app.context().newPage();
  await open(site, '/about');
  for (let passed = 0; passed < 60; passed += 20) {
    await app.clock.fastForward(20 * minute);
    const before = await lastActivity(site);
    await site.keyboard.press('Shift');
    // Tabs hear of what another one stores a moment later.
    for (const tab of [site, app]) await expect.poll(() => lastActivity(tab)).not.toBe(before);
  }
  for (const tab of [app, site]) await expectPresent(tab);
  await app.clock.fastForward(29 * minute);
  await open(await app.context().newPage(), '/about');
  await app.clock.fastForward(2 * minute);
  await Promise.all([app.waitForURL(timedOut), site.waitForURL(timedOut)]);
  expect(await isSignedIn(app)).toBe(false);
});

test('C-4.10 C-1.08 an answer and a form that were half written are so again after the next sign-in; a form that nobody touched leaves nothing of what it showed', async () => {
  const product = await sharedProduct();
  const { page, person, email } = await signedInAt(product, '/items');
  const { id, hash } = await makeItem(person, { name: 'Red umbrella' });
  await product.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'I have it' });
  const [talk] = (await person.call('listConversations', {})).conversations;
  const thread = `/inbox/${talk?.id}`;
  const untouched = await page.context().newPage();
  await open(untouched, `/items/${id}/edit`);
  await untouched.getByLabel('Name').waitFor();
  await page.goto(thread);
  await page.getByLabel('Your answer').fill('Could we meet at');
  await open(page, '/items/new');
  await page.getByLabel('Name').fill('Green umbrella');
  await page.getByText('Bag or backpack').click();
  await page.getByLabel('Note to the finder').fill('It was my');
  await page.clock.fastForward(31 * minute);
  await Promise.all([page.waitForURL(timedOut), untouched.waitForURL(timedOut)]);
  await expect.poll(() => readDevice(page)).not.toContain('Red umbrella');

  await signIn(page, email);
  await page.goto(thread);
  await expect.poll(() => page.getByLabel('Your answer').inputValue()).toBe('Could we meet at');
  await page.goto('/items/new');
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Green umbrella');
  await expect.poll(() => page.getByLabel('Bag or backpack').isChecked()).toBe(true);
  await expect.poll(() => page.getByLabel('Note to the finder').inputValue()).toBe('It was my');
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.waitForURL('**/item/*');
  await page.goto('/items/new');
  await page.getByLabel('Name').waitFor();
  expect(await page.getByLabel('Name').inputValue(), 'what was saved is not offered again').toBe('');
});

test('C-4.10 where the server ends the session for want of activity, the page says so, in the app and on the site', async () => {
  const { product, page, owner } = await signedUp();
  const { hash } = await makeItem(await product.owner());
  for (const path of ['/items', '/about', `/item/${hash}`]) {
    // The stream of the page before would pass for this page's.
    await page.goto('about:blank');
    const listens = page.waitForResponse('**/live');
    await open(page, path);
    await listens;
    await endAsServer(product);
    expect(await signInAgain(page, owner.email)).toBe(path);
  }
});
