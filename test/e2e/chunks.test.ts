import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { documentsOf, holdBack, openWindow, takeClock } from './browser.ts';
import { signedUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

const complaints = /status of (403|404|500)|ERR_FAILED|^SyntaxError|cannot run/;
const profileScript = '**/assets/profile-*.js';
const entryScript = '**/assets/main-*.js';
const contentType = 'text/javascript';

const answerGone = (route: Route) => route.fulfill({ status: 404, body: 'There is nothing here.' });
const unreadable = (route: Route) => route.fulfill({ contentType, body: 'const now = @newer' });
const neverAnswer = () => {};

/** So that what the test itself takes does not count. */
const pause = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

test('C-9.05 C-2.17 of a page whose script is on its way, Back leads away, and its arrival changes nothing; when it does not arrive within 120 seconds the page says so, and its button brings it; one of an older release is loaded anew by itself; one that never comes leads to one reload and a clear screen, never to a loop; one that the browser cannot read says so; the other pages open', async () => {
  const { page } = await signedUp({}, complaints);
  await takeClock(page);
  const documents = documentsOf(page);
  const follow = (name: string) => page.getByRole('link', { name }).click();
  const isShown = (name: string) => page.getByRole('heading', { name }).waitFor();
  const title = () => page.getByRole('heading', { level: 1 }).textContent();
  /** None of the scripts of pages is there yet. */
  const begin = async () => {
    await page.unrouteAll();
    await page.goto('/items');
    await isShown('My Items');
    documents.length = 0;
  };

  await begin();
  const arrive = await holdBack(page, profileScript);
  const asked = page.waitForRequest(profileScript);
  const answered = page.waitForResponse(profileScript);
  await follow('Profile');
  // The address changes first. Back before the page's script is asked for would leave nothing on its way.
  await asked;
  await page.waitForURL('**/profile');
  expect(await title()).toBe('My Items');
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
  expect(await title()).toBe('My Items');
  await follow('Profile');
  await isShown('Profile');

  await begin();
  await page.route(profileScript, neverAnswer);
  const askedAgain = page.waitForRequest(profileScript);
  await pause(page);
  await follow('Profile');
  await askedAgain;
  await page.clock.fastForward(119_000);
  expect(await title()).toBe('My Items');
  await page.clock.fastForward(2_000);
  await page.clock.resume();
  await isShown('Connection Error');
  expect(documents).toEqual([]);
  await page.unroute(profileScript);
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await isShown('Profile');
  expect(documents).toEqual(['/profile']);

  await begin();
  await page.route(profileScript, (route) => (documents.length === 0 ? answerGone(route) : route.continue()));
  await follow('Profile');
  await isShown('Profile');
  expect(documents).toEqual(['/profile']);

  await begin();
  await page.route(profileScript, answerGone);
  // The next attempt is as patient as the first.
  for (const reloads of [1, 2]) {
    await follow('Profile');
    await isShown('Connection Error');
    await page.clock.fastForward(600_000);
    expect(documents).toEqual(Array(reloads).fill('/profile'));
    await follow('My Items');
    await isShown('My Items');
  }
  await page.route('**/assets/inbox-*.js', unreadable);
  await follow('Messages');
  await isShown('This browser is too old');
  await follow('My Items');
  await isShown('My Items');
});

test('C-9.05 C-8.03 C-2.16 the app’s own script that is gone, or cannot run, leads to one reload and a clear screen; one that cannot be read says that the browser is too old; where each file below /assets is an error, the document itself says so; one that is on its way is waited for up to 120 seconds, and when it comes later, the app appears', async () => {
  const page = await openWindow((await sharedProduct()).url, {}, complaints);
  const documents = documentsOf(page);
  const failure = page.getByText('Error initializing application');
  const refresh = page.getByRole('button', { name: 'Refresh Page' });
  await page.route(entryScript, answerGone);
  await page.goto('/signin?next=/inbox');
  await failure.waitFor();
  expect(documents, 'gone').toEqual(['/signin', '/signin']);
  await page.unroute(entryScript);
  await refresh.click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/inbox');

  documents.length = 0;
  await page.route(entryScript, (route) => route.fulfill({ contentType, body: "throw new Error('cannot run')" }));
  await page.goto('/signin');
  await failure.waitFor();
  expect(documents, 'cannot run').toEqual(['/signin', '/signin']);
  await page.route(entryScript, unreadable);
  await page.goto('/signin');
  await page.getByRole('heading', { name: 'This browser is too old' }).waitFor();
  await page.unrouteAll();

  for (const [status, path] of [
    [404, '/signin'],
    [500, '/signup'],
    [403, '/auth/reset'],
  ] as const) {
    await page.route('**/assets/**', (route) => route.fulfill({ status, body: 'There is nothing here.' }));
    await page.goto(path);
    await failure.waitFor();
    await page.unroute('**/assets/**');
    await refresh.click();
    await page.locator('#app[data-started]').waitFor();
  }

  await takeClock(page);
  await pause(page);
  const arrive = await holdBack(page, entryScript);
  const watching = page.waitForResponse('**/assets/start-*.js');
  await page.goto('/signin', { waitUntil: 'commit' });
  await (await watching).finished();
  await page.getByText('Loading...').waitFor();
  await page.clock.fastForward(119_000);
  await page.getByText('Loading...').waitFor();
  await page.clock.fastForward(2_000);
  await page.clock.resume();
  await failure.waitFor();
  expect(await page.getByText('Loading...').isVisible()).toBe(false);
  arrive();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await failure.count()).toBe(0);
});
