import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { translationsIn } from '../../language/languages.ts';
import { makeItem } from '../make.ts';
import { openWindow, phone } from './browser.ts';
import { cutOff, readDevice } from './offline-device.ts';
import { blockFinder, changeDatabase, giveCookies, grantAdministration } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

test('on a phone, lists go on as one scrolls, and Back leads to the place in them that one left', async () => {
  const product = await sharedProduct();
  const { page } = await ownerOfMany(product);
  await page.goto('/items');
  await scrollOn(page, page.getByRole('heading', { name: 'Thing 1', exact: true }));
  await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBe(121);
  expect(await page.getByRole('button', { name: 'Show more items' }).count()).toBe(0);

  await page.goto('/items');
  await page.getByLabel('Search by name, note, category or code').fill('THING 7');
  await page.getByText('21 items').waitFor();
  await page.getByRole('link', { name: 'Thing 7', exact: true }).click();
  await page.waitForURL('**/item/*');
  await page.goBack();
  await page.getByText('21 items').waitFor();

  await page.goto('/items?select=');
  const [search, all] = [page.getByLabel('Search by name, note'), page.getByLabel('All', { exact: true })];
  const areSelected = (count: string) => page.getByText(`${count} selected`, { exact: true }).waitFor();
  await all.check();
  await areSelected('121');
  await search.fill('THING 7');
  await areSelected('21');
  await all.uncheck();
  await areSelected('None');
  await search.fill('');
  await areSelected('100');
  expect(await all.isChecked(), 'another list').toBe(false);
  await search.fill('THING 7');
  await all.check();
  await areSelected('21');
  const read: string[] = [];
  page.on('request', (request) => read.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  await expect.poll(() => read.filter((name) => name === 'markItemLost').length).toBe(21);
  expect(read.filter((name) => name === 'unarchiveItem')).toEqual([]);
  expect(read.filter((name) => name === 'listItems').length, 'the lists are read anew once').toBeLessThan(5);

  await page.goto('/inbox');
  await scrollOn(page, page.getByRole('link', { name: /About 20\b/ }));
  const inInbox = await bringIntoView(page, page.getByRole('link', { name: /About 20\b/ }));
  await page.getByRole('link', { name: /About 20\b/ }).click();
  await page.getByRole('log').getByText('About 20').waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await isAt(page, inInbox, page.getByRole('link', { name: /About 20\b/ }));
  await page.reload();
  await isAt(page, inInbox, page.getByRole('link', { name: /About 20\b/ }));
  await scrollOn(page, page.getByRole('link', { name: /About 1\b/ }));
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(121);
});

/** Nobody sees that a card stands so much higher or lower. */
const mostPixels = 2;

test('Back from the three hundredth item leads to the same card at the same place, although cards out of sight are not drawn, on a phone and a desk', async () => {
  const { page } = await ownerOfMany(await sharedProduct(), 400);
  const item = page.getByRole('link', { name: 'Thing 100', exact: true });
  const top = () => item.evaluate((element) => element.getBoundingClientRect().top).catch(() => Number.NaN);
  await page.goto('/items');
  await scrollOn(page, page.getByRole('heading', { name: 'Thing 100', exact: true }));
  for (const viewport of [phone, { width: 1280, height: 800 }]) {
    await page.setViewportSize(viewport);
    await item.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await atRest(page, top);
    await item.click();
    await page.waitForURL('**/item/*');
    await page.goBack();
    const moved = async () => Math.abs((await top()) - before);
    await expect.poll(moved, { message: `${viewport.width}` }).toBeLessThanOrEqual(mostPixels);
    expect(Math.abs((await atRest(page, top)) - before), 'and stays there').toBeLessThanOrEqual(mostPixels);
  }
});

/** Once it is the same for ten frames. */
async function atRest(page: Page, measure: () => Promise<number>): Promise<number> {
  let before = await measure();
  await expect
    .poll(async () => {
      const earlier = before;
      await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      });
      before = await measure();
      return before - earlier;
    })
    .toBe(0);
  return before;
}

test('C-1.08 the offline copy is written a few times a minute at most, and at once when the page is hidden; of an open conversation only what is new is read, after a live event and after a break', async () => {
  const { page, id, finder, link } = await ownerOfMany(await sharedProduct());
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(globalThis, { puts: 0 });
    IDBObjectStore.prototype.put = function (...args) {
      if (args[1] === 'read') (globalThis as unknown as { puts: number }).puts += 1;
      return put.apply(this, args);
    };
  });
  await page.goto(`/inbox/${id}`);
  const isKept = (words: string) =>
    expect.poll(() => readDevice(page), { timeout: 30_000, interval: 250 }).toContain(words);
  await isKept('Message 120');
  const before = await page.evaluate(() => ({
    puts: Reflect.get(globalThis, 'puts') as number,
    at: performance.now(),
  }));
  for (let n = 1; n <= 8; n += 1) {
    await finder.post(link, { text: `News ${n}.`, key: `news-key-${n}` });
    await said(page, `News ${n}.`).waitFor();
  }
  const after = await page.evaluate(() => ({ puts: Reflect.get(globalThis, 'puts') as number, at: performance.now() }));
  expect(after.puts - before.puts).toBeLessThanOrEqual(1 + (after.at - before.at) / 15_000);

  // From now on no timer writes it: only the hiding does.
  await page.evaluate(() => {
    const { setTimeout: later } = globalThis;
    Object.assign(globalThis, { setTimeout: (job: () => void, ms = 0) => (ms < 900 ? later(job, ms) : 0) });
    for (let id = Number(later(() => {})); id > 0; id--) clearTimeout(id);
  });
  await finder.post(link, { text: 'The last news.', key: 'last-news-key' });
  await said(page, 'The last news.').waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await isKept('The last news.');
  const kept = await readDevice(page);
  for (const words of ['The last news.', 'Message 110', 'About 90'])
    expect(kept.split(`"${words}"`), words).toHaveLength(2);
  for (const words of ['Message 1', 'About 1']) expect(kept, words).not.toContain(`"${words}"`);

  const read: unknown[] = [];
  await page.route('**/readConversation', async (route) => {
    const response = await route.fetch();
    const { result } = await response.json();
    read.push([route.request().postDataJSON().data.since !== undefined, result.messages.length]);
    await route.fulfill({ response });
  });
  await page.goto(`/inbox/${id}`);
  await said(page, 'The last news.').waitFor();
  await expect.poll(() => page.getByRole('log').getByRole('listitem').count()).toBe(50);
  await expect
    .poll(async () => {
      await page.getByRole('log').evaluate((log) => log.scrollTo(0, -log.scrollHeight));
      return await said(page, 'Message 1').count();
    })
    .toBe(1);
  await expect.poll(() => page.getByRole('log').getByRole('listitem').count()).toBe(130);
  read.length = 0;
  await finder.post(link, { text: 'One more', key: 'one-more-key' });
  await said(page, 'One more').waitFor();
  await expect.poll(() => read).toContainEqual([true, 1]);

  await page.context().setOffline(true);
  await finder.post(link, { text: 'Meanwhile', key: 'meanwhile-key' });
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await said(page, 'Meanwhile').waitFor();
  await blockFinder(page);
  await page.getByText('You blocked this finder.').waitFor();
  for (const each of read) expect(each).toEqual([true, expect.toSatisfy((count: number) => count <= 1)]);
  await expect.poll(() => page.getByRole('log').getByRole('listitem').count()).toBe(132);
  await page.unrouteAll({ behavior: 'wait' });
});

const answered = translationsIn('en')('conversation.answered');

test('of the finder’s page only what is new is read, and a message that the owner reads is marked', async () => {
  const product = await sharedProduct();
  const { owner, id, finder, link } = await ownerOfMany(product);
  await finder.post(link, { text: 'Still here', key: 'still-here-key' });
  const page = await openWindow(product.url, { viewport: phone });
  const live = page.waitForResponse('**/live');
  await page.goto(link);
  await live;
  const read: string[][] = [];
  await page.route('**/conversation/*?since=*', async (route) => {
    const response = await route.fetch();
    read.push(textsIn(await response.text()));
    await route.fulfill({ response });
  });
  const rows = () => page.locator('.thread li').allTextContents();
  const last = async () => (await rows()).at(-1);
  expect(await rows()).toHaveLength(51);
  expect(await last()).not.toContain('· read');
  const { messages } = await owner.call('readConversation', { id });
  await owner.call('markConversationRead', { id, upTo: messages.at(-1)?.id ?? '' });
  await expect.poll(last).toContain('· read');
  await owner.call('replyToFinder', { conversationId: id, key: 'first-reply', text: 'I am coming' });
  await page.getByText('I am coming').waitFor();
  await owner.call('replyToFinder', { conversationId: id, key: 'second-reply', text: 'Wait there' });
  await page.getByText('Wait there').waitFor();
  expect((await rows()).length, 'none is lost, none there twice').toBe(53);
  const heading = page.getByRole('heading', { level: 1 });
  expect(await heading.textContent()).toBe(answered);
  expect(read[0]).toEqual(['Still here']);
  await page.unrouteAll({ behavior: 'wait' });
  for (const texts of read) expect(texts.length).toBeLessThanOrEqual(2);

  await finder.post(link, { text: 'Where are you?', key: 'where-key' });
  await page.getByText('Where are you?').waitFor();
  expect(await heading.textContent(), 'as before').toBe(answered);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await changeDatabase(
    product,
    `insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, 'owner', 'Reply ' || n || '.', true, false, id || ' reply ' || n
    from conversations, generate_series(0, 54) n where id = $1 order by n`,
    [id],
  );
  await page.evaluate(() => dispatchEvent(new Event('pageshow')));
  await page.getByText('Reply 54.').waitFor();
  expect(await rows(), 'more than a page: the newest, and a link').toHaveLength(51);
});

test('where nothing tells that one scrolls, lists go on by a button, and the keyboard goes on in what came', async () => {
  const product = await sharedProduct();
  const { owner, page, id } = await ownerOfMany(product);
  await grantAdministration(product, owner);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));
  for (const [path, label, rowsOf] of [
    ['/items', 'Show more items', 'main li:has(article)'],
    ['/inbox', 'Show more conversations', 'main ul:last-of-type > li'],
    ['/admin/items', 'Show more', 'main tbody tr'],
  ] as const) {
    await page.goto(path);
    const rows = page.locator(rowsOf);
    await page.getByRole('button', { name: label }).focus();
    await expect.poll(() => rows.count()).toBe(50);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(100);
    await expect.poll(() => rows.nth(50).evaluate((row) => row.contains(document.activeElement))).toBe(true);
  }
  await page.goto(`/inbox/${id}`);
  await page.getByRole('button', { name: 'Show earlier messages' }).press('Enter');
  await expect.poll(() => page.getByRole('log').getByRole('listitem').count()).toBe(100);
});

let owners = 0;

async function ownerOfMany(product: Product, items = 120) {
  const owner = await product.owner();
  const item = await makeItem(owner);
  const finder = product.visitor();
  await finder.get(`/item/${item.hash}`);
  const link = (await finder.post(`/item/${item.hash}`, { text: 'Hello' })).headers.get('location') ?? '';
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await fill(product, owner.uid, id, items, ++owners * 1_000);
  const page = await openWindow(product.url, { viewport: phone }, cutOff);
  await giveCookies(page.context(), product, owner.cookies);
  return { owner, page, id, finder, link };
}

/** @param first from which the ids count */
function fill(product: Product, uid: string, id: string, items: number, first: number): Promise<void> {
  const change = `
    insert into items (id, owner_id, name, category, creation_key, created_at)
    select lpad((${first} + n)::text, 16, '0'), '${uid}', 'Thing ' || n, 'other', 'n' || ${first} + n, now() - make_interval(hours => ${items} + 80 - n)
    from generate_series(1, ${items}) n;
    insert into conversations (id, item_id, owner_id)
    select 'c' || ${first} + n, lpad((${first} + n)::text, 16, '0'), '${uid}' from generate_series(1, 120) n;
    insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select 'c' || ${first} + n, lpad((${first} + n)::text, 16, '0'), '${uid}', 'finder', 'About ' || n, true, true, 'c' || ${first} + n
    from generate_series(1, 120) n order by n;
    insert into web_messages (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, idempotency_key)
    select id, item_id, owner_id, 'finder', 'Message ' || n, true, true, 'm' || ${first} + n
    from conversations, generate_series(1, 120) n where id = '${id}' order by n;
    update conversations set last_message_id =
      (select max(id) from web_messages where conversation_id = conversations.id)`;
  return changeDatabase(product, change);
}

function textsIn(html: string): string[] {
  return [...html.matchAll(/class="said"[^>]*>([^<]*)</g)].map(([, text = '']) => text);
}

type Place = { top: number; inView: number };

async function scrollOn(page: Page, until: ReturnType<Page['getByRole']>): Promise<void> {
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, await page.evaluate(() => document.documentElement.scrollHeight));
      return await until.count();
    })
    .toBe(1);
}

async function bringIntoView(page: Page, row: ReturnType<Page['getByRole']>): Promise<Place> {
  const top = async () => (await placeOf(page, row)).inView;
  await atRest(page, top);
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // Rows that come into sight get their heights.
  await atRest(page, top);
  return placeOf(page, row);
}

async function placeOf(page: Page, row: ReturnType<Page['getByRole']>): Promise<Place> {
  const top = await page.evaluate(() => Math.round(scrollY));
  const inView = (await row.count())
    ? await row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    : -1;
  return { top, inView };
}

async function isAt(page: Page, place: Place, row: ReturnType<Page['getByRole']>): Promise<void> {
  expect(place.top).toBeGreaterThan(1000);
  // Lines of text may end between two pixels.
  await expect
    .poll(async () => {
      const { top, inView } = await placeOf(page, row);
      expect(top).toBeGreaterThan(1000);
      return Math.abs(inView - place.inView);
    })
    .toBeLessThanOrEqual(1);
}

function said(page: Page, words: string) {
  return page.getByRole('log').getByText(words, { exact: true });
}
