import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { documentsOf, holdBack, openWindow, takeClock } from './browser.ts';
import { signedUp, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

const gone = /status of 404|ERR_FAILED/;
const profileScript = '**/assets/profile-*.js';
const entryScript = '**/assets/main-*.js';

async function signedIn(product: Product): Promise<Page> {
  const page = await openWindow(product.url, {}, gone);
  await signUp(product, page);
  await takeClock(page);
  await page.goto('/items');
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  return page;
}

const answerGone = (route: Route) => route.fulfill({ status: 404, body: 'There is nothing here.' });
const neverAnswer = () => {};

test('C-9.05 C-2.17 a page whose script does not arrive within 120 seconds says so, and its button brings it', async () => {
  const product = await sharedProduct();
  const page = await signedIn(product);
  const documents = documentsOf(page);
  await page.route(profileScript, neverAnswer);
  const asked = page.waitForRequest(profileScript);
  // So that what the test itself takes does not count.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.getByRole('link', { name: 'Profile' }).click();
  await asked;
  await page.clock.fastForward(119_000);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My Items');
  await page.clock.fastForward(2_000);
  await page.clock.resume();
  await page.getByRole('heading', { name: 'Connection Error' }).waitFor();
  expect(documents).toEqual([]);
  await page.unroute(profileScript);
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(documents).toEqual(['/profile']);
});

test('Back leads away from a page whose script is on its way, and its arrival changes nothing', async () => {
  const product = await sharedProduct();
  const page = await signedIn(product);
  const arrive = await holdBack(page, profileScript);
  const asked = page.waitForRequest(profileScript);
  const answered = page.waitForResponse(profileScript);
  await page.getByRole('link', { name: 'Profile' }).click();
  // The address changes first. Back before the page's script is asked for would leave nothing on its way.
  await asked;
  await page.waitForURL('**/profile');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My Items');
  await page.goBack();
  await page.waitForURL('**/items');
  await page.evaluate(() => {
    const titles: string[] = [];
    const note = () => {
      titles.push(document.title);
      sessionStorage.setItem('shown', titles.join());
    };
    note();
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  });
  arrive();
  await (await answered).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).not.toContain('Profile');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My Items');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
});

test('C-9.05 a page of an older release is loaded anew by itself', async () => {
  const product = await sharedProduct();
  const page = await signedIn(product);
  const documents = documentsOf(page);
  await page.route(profileScript, (route) => (documents.length === 0 ? answerGone(route) : route.continue()));
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(documents).toEqual(['/profile']);
});

test('C-9.05 a script that never comes leads to one reload and a clear screen, never to a loop', async () => {
  const product = await sharedProduct();
  const page = await signedIn(product);
  const documents = documentsOf(page);
  await page.route(profileScript, answerGone);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'Connection Error' }).waitFor();
  await page.clock.fastForward(600_000);
  expect(documents).toEqual(['/profile']);
  // What works is still reached; and the next attempt is as patient as the first.
  await page.getByRole('link', { name: 'My Items' }).click();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { name: 'Connection Error' }).waitFor();
  await page.clock.fastForward(600_000);
  expect(documents).toEqual(['/profile', '/profile']);
});

test('C-9.05 C-8.03 the app’s own script that is gone leads to one reload and a clear screen', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, {}, gone);
  const documents = documentsOf(page);
  await page.route(entryScript, answerGone);
  await page.goto('/signin?next=/inbox');
  await page.getByText('Error initializing application').waitFor();
  expect(documents).toEqual(['/signin', '/signin']);
  await page.unroute(entryScript);
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/inbox');
});

test('where each file below /assets is answered with an error, the document itself says so', async () => {
  const visitor = await openWindow((await sharedProduct()).url, {}, gone, /status of (403|500)/);
  for (const [status, path] of [
    [404, '/signin'],
    [500, '/signup'],
    [403, '/auth/reset'],
  ] as const) {
    await visitor.route('**/assets/**', (route) => route.fulfill({ status, body: 'There is nothing here.' }));
    await visitor.goto(path);
    await visitor.getByText('Error initializing application').waitFor();
    await visitor.unroute('**/assets/**');
    await visitor.getByRole('button', { name: 'Refresh Page' }).click();
    await visitor.locator('#app[data-started]').waitFor();
  }
});

test('where the browser cannot read the app’s own script, the document says that it is too old', async () => {
  const { page } = await signedUp({}, gone, /^SyntaxError/);
  await page.goto('/items');
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  const unreadable = (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'const now = @newer' });
  await page.route(entryScript, unreadable);
  await page.goto('/items');
  await page.getByRole('heading', { name: 'This browser is too old' }).waitFor();
});

test('where it cannot read the script of a page, that page says so, and the others open', async () => {
  const { page } = await signedUp({}, gone);
  await page.goto('/items');
  const unreadable = (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'const now = @newer' });
  await page.route('**/assets/inbox-*.js', unreadable);
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('heading', { name: 'This browser is too old' }).waitFor();
  await page.getByRole('link', { name: 'My Items' }).click();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
});

test('C-9.05 so does one that cannot run', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, {}, /cannot run/);
  const documents = documentsOf(page);
  const contentType = 'text/javascript';
  await page.route(entryScript, (route) => route.fulfill({ contentType, body: "throw new Error('cannot run')" }));
  await page.goto('/signin');
  await page.getByText('Error initializing application').waitFor();
  expect(documents).toEqual(['/signin', '/signin']);
});

test('C-9.05 C-2.16 the app’s own script is waited for up to 120 seconds; when it comes later, the app appears', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url);
  await takeClock(page);
  // So that what the test itself takes does not count.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const arrive = await holdBack(page, entryScript);
  const watching = page.waitForResponse('**/assets/start-*.js');
  await page.goto('/signin', { waitUntil: 'commit' });
  await (await watching).finished();
  await page.getByText('Loading...').waitFor();
  await page.clock.fastForward(119_000);
  await page.getByText('Loading...').waitFor();
  await page.clock.fastForward(2_000);
  await page.clock.resume();
  await page.getByText('Error initializing application').waitFor();
  expect(await page.getByText('Loading...').isVisible()).toBe(false);
  arrive();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('Error initializing application').count()).toBe(0);
});
