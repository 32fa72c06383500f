import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { itemPath, threadPath } from '../../paths/paths.ts';
import { makeItem, type Person } from '../make.ts';
import { holdBack, openWindow, phone } from './browser.ts';
import { doubleText } from './misfits.ts';
import { runAdminCommand, signedUp, signIn, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

/** An owner whose items have names of two lengths, with a long conversation about one of them. */
async function makeTalk(product: Product, owner: Person) {
  await makeItem(owner, { name: 'Schlüsselbund mit Anhänger' });
  const item = await makeItem(owner, { name: 'Backpack' });
  const finder = product.visitor();
  const report = { hash: item.hash, key: crypto.randomUUID(), text: 'It lies at the lake.' };
  const { secret } = await finder.call('reportFound', report);
  for (let n = 1; n < 9; n++) {
    await finder.call('answerOwner', { secret, key: crypto.randomUUID(), text: `I wait here, and write again: ${n}.` });
  }
  const [{ id } = expect.unreachable()] = (await owner.call('listConversations', {})).conversations;
  return { item, id, thread: threadPath(id) };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

const isSignedIn = async (page: Page) => (await page.request.get('/profile', { maxRedirects: 0 })).status() === 200;

test('on a phone a conversation is the screen, with large text most of it, names stay whole, and the install banner covers nothing; on a wide screen the pages of an owner use its width', async () => {
  const { product, page, owner } = await signedUp({ viewport: phone });
  const { item, thread } = await makeTalk(product, owner);

  await open(page, thread);
  const log = page.getByRole('log');
  await log.getByText('write again: 8').waitFor();
  expect((await log.boundingBox())?.height).toBeGreaterThanOrEqual(phone.height * 0.6);
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'only the messages scroll').toBe(
    phone.height,
  );
  expect(await page.getByRole('contentinfo').isVisible()).toBe(false);
  const send = await page.getByRole('button', { name: 'Send' }).boundingBox();
  expect((send?.y ?? 0) + (send?.height ?? 0)).toBeLessThanOrEqual(phone.height);
  const block = page.getByRole('button', { name: 'Block' });
  expect(await block.isVisible()).toBe(false);
  await page.locator('main summary', { hasText: 'More' }).click();
  await page.getByRole('link', { name: 'The item’s page' }).waitFor();
  await block.waitFor();

  await open(page, thread);
  await log.getByText('write again: 8').waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  await doubleText(page);
  expect((await log.boundingBox())?.height, 'with large text').toBeGreaterThan(640 * 0.6);
  const ready = page.getByRole('button', { name: 'Quick replies' });
  expect(await ready.evaluate((button) => getComputedStyle(button).fontSize)).toBe('32px');
  await page.setViewportSize(phone);

  await open(page, '/items');
  const cards = () =>
    page.locator('article').evaluateAll((articles) =>
      articles.map((article) => {
        const name = article.querySelector('h2 bdi')?.firstChild;
        const words = [...(name?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(name as Node, index);
          range.setEnd(name as Node, index + word.length);
          return range.getClientRects().length;
        });
        const { width, height } = getComputedStyle(article, '::before');
        return { words, isRound: width === height };
      }),
    );
  // The browser lays a card out once it knows that it is in sight.
  await expect.poll(cards).toEqual([
    { words: [1], isRound: true },
    { words: [1, 1, 1], isRound: true },
  ]);

  for (const path of ['/about', '/items', '/items/new', '/profile', `/item/${item.hash}`, '/inbox', thread]) {
    await open(page, path);
    const covered = await page.evaluate(() => {
      document.documentElement.toggleAttribute('data-installable', true);
      const controls = [...document.querySelectorAll<HTMLElement>('a, button, input, textarea, select')];
      return controls.flatMap((control) => {
        if (control.closest('aside') || !control.checkVisibility()) return [];
        control.scrollIntoView({ block: 'end' });
        const { left, top, width, height } = control.getBoundingClientRect();
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        return above?.closest('aside') ? [control.outerHTML] : [];
      });
    });
    expect(covered, path).toEqual([]);
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/items/new', `/items/${item.id}/edit`, '/profile', thread]) {
    await open(page, path);
    await page.locator('main :is(textarea, input):visible').first().waitFor();
    const span = await page.evaluate(() => {
      const shown = [...document.querySelectorAll('main :is(h1, p, input, textarea, button)')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect());
      return Math.max(...shown.map(({ right }) => right)) - Math.min(...shown.map(({ left }) => left));
    });
    expect(span, path).toBeGreaterThan(900);
  }
});

test('a conversation is read when its page can be seen, and not while it is hidden; an answer that is written elsewhere before its live stream is open is shown; C-7.03 one signs out in the menu, in the app and on pages of the site, and unsent words are asked about first', async () => {
  const { product, page, owner } = await signedUp();
  const { id, thread } = await makeTalk(product, owner);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const unread = async () => (await owner.call('countUnread', {})).unread;
  await page.addInitScript(() => {
    if (location.hash === '#hidden')
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  });
  await open(page, `${thread}#hidden`);
  await page.getByRole('log').getByText('write again: 8').waitFor();
  // What the page asked for before this, it asked for already.
  await page.evaluate(() => fetch('/about').then((page) => page.text()));
  expect(asked.filter((url) => url.endsWith('/markConversationRead'))).toEqual([]);
  expect(await unread()).toBe(9);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(unread).toBe(0);

  await open(page, '/about');
  const openStream = await holdBack(page, '**/live');
  await open(page, thread);
  await page.getByRole('log').getByText('write again: 8').waitFor();
  await owner.call('replyToFinder', { conversationId: id, key: crypto.randomUUID(), text: 'I come by bus.' });
  openStream();
  await page.getByRole('log').getByText('I come by bus.').waitFor();

  await page.getByLabel('Your answer').fill('Thank you, I');
  for (const path of ['/inbox', '/about']) {
    await open(page, path);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/profile#sign-out');
    expect(await isSignedIn(page)).toBe(true);
  }
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign In' }).waitFor();

  for (const path of ['/items', '/about']) {
    await signUp(product, page);
    await open(page, path);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.getByRole('link', { name: 'Sign In' }).waitFor();
    expect(await isSignedIn(page), path).toBe(false);
  }
});

test('pages that stand open in other tabs follow what happens elsewhere: a finder’s page is the owner’s as soon as they sign in in another tab, and a half-written answer stays; a page of the site follows signing in, a new role, signing out', async () => {
  const product = await sharedProduct();
  const scanned = await openWindow(product.url);
  const owner = await product.owner();
  const [own, strange] = [await makeItem(owner), await makeItem(await product.owner('Eve'))];
  await scanned.goto(itemPath(own.hash));
  const found = await scanned.context().newPage();
  await found.goto(itemPath(strange.hash));
  await found.getByLabel('Or write').fill('It lies at the');
  const site = await scanned.context().newPage();
  await open(site, '/about');
  const app = await scanned.context().newPage();
  await signIn(app, owner.email);
  await scanned.getByRole('button', { name: 'Mark as lost' }).waitFor();
  await found.getByRole('link', { name: 'My Items' }).waitFor();
  await expect.poll(() => found.getByLabel('Or write').inputValue()).toBe('It lies at the');
  await site.getByRole('link', { name: 'My Items' }).waitFor();
  await product
    .visitor()
    .call('reportFound', { hash: own.hash, key: crypto.randomUUID(), text: 'It lies at the lake.' });
  await site.locator('nav a [data-unread]').waitFor();

  expect(await site.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  await runAdminCommand(product, 'grant', owner.email);
  await site.getByRole('link', { name: 'Admin' }).waitFor();

  await app.getByRole('button', { name: 'Sign Out' }).click();
  await site.getByRole('link', { name: 'Sign In' }).waitFor();
});
