import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { languages } from '../../language/languages.ts';
import { nameOfLanguage } from '../../language/names.ts';
import { appPageNames, appPages, findAppPage } from '../../paths/app-pages.ts';
import { conversationRepliesPath, itemPath, staticPath, tagPath } from '../../paths/paths.ts';
import { sitePages } from '../../paths/site-pages.ts';
import { handOver, invite, makeItem, makeLabelTemplate, makeReceipt, shareItem } from '../make.ts';
import { violations } from './accessible.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { misfits } from './misfits.ts';
import { giveCookies, grantAdministration } from './people.ts';
import { productOfFile } from './shared-product.ts';
import { untranslated } from './shown-texts.ts';
import { type Product, type ProductOptions, startProduct } from './started-product.ts';

const productName = 'Mawgramwxy Chars';
const narrow = { width: 320, height: 640 };
const wide = { width: 1280, height: 800 };

// German words are the longest: what has room for them has room for English ones.
const locale = 'de';

/** In the dark only the colours differ. */
const rulesOf = { light: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], dark: ['color-contrast'] };

/** What people in this test write, and what no catalogue holds: names, codes, addresses, sizes, days and times. */
const written = [
  new RegExp(`^(${languages.map(nameOfLanguage).join('|')})$`),
  /^(Maximiliane|Mitja|Kim|Blue backpack with the elephant|Please call the station\.|Red bike|Rad|Koffer|Donaudampf.*|(Ich habe es abgegeben: )?At the desk\.)$/,
  /^(Bridge|4711\/26|A cake|Freezer labels|Bill.*|52\.52, 13\.405)$/,
  /@example\.com|:\/\/|^(© )?(Handback|Mawgramwxy Chars|localhost:\d+)$|^[0-9a-z]{4}$|^(A4|Letter|PDF)$/,
  /^(iPhone|Galaxy|Pixel|Brother|Dymo|Zebra) /,
  /\d{1,2}\. \p{L}+|20\d\d/u,
];

let people: Promise<Looker[]> | undefined;

test.each(['nobody', 'an owner', 'a member', 'an administrator'])(
  'in German, every page of %s wraps between words at twice the size of text and 320 pixels, covers nothing, keeps to its policy, comes with the scripts that draw it, and has no English word where owners use the app; the most used pass WCAG 2.2 AA, light and dark',
  async (who) => {
    const product = await productOfFile(startBranded);
    people ??= makePeople(product);
    const { cookies, paths, readable = [] } = (await people).find((each) => each.who === who) ?? expect.unreachable();
    const found: Record<string, string[]> = {};
    const page = await openWindow(product.url, { viewport: narrow, locale }, refusals);
    await giveCookies(page.context(), product, cookies);
    await page.addInitScript(rememberScripts);
    for (const path of [...paths, ...readable]) {
      const html = await openPage(page, path);
      const isOfApp = (await page.locator('#app').count()) > 0;
      const problems = isOfApp ? await unannounced(page, html) : [];
      if (readable.includes(path)) problems.push(...(await unreadable(page)));
      problems.push(...(await misfits(page)));
      if (isOfApp && who !== 'an administrator') problems.push(...(await untranslated(locale, page, written)));
      if (problems.length > 0) found[path] = problems;
    }
    expect(found).toEqual({});
  },
);

test('each page of the app is among them', async () => {
  const product = await productOfFile(startBranded);
  people ??= makePeople(product);
  const visited = (await people).flatMap(({ paths, readable = [] }) => [...paths, ...readable]);
  const seen = new Set(visited.map((path) => findAppPage(new URL(path, product.url).pathname)));
  expect(appPageNames.filter((name) => !seen.has(name))).toEqual([]);
});

async function unreadable(page: Page): Promise<string[]> {
  const problems: string[] = [];
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) problems.push('too wide');
  await page.setViewportSize(wide);
  for (const [colorScheme, rules] of Object.entries(rulesOf)) {
    await page.emulateMedia({ colorScheme: colorScheme as keyof typeof rulesOf, reducedMotion: 'reduce' });
    problems.push(...(await violations(page, rules)).map((each) => `${colorScheme} ${each}`));
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(narrow);
  return problems;
}

/** The scripts that the app had asked for when it began to draw itself, and that its document does not name. */
async function unannounced(page: Page, html: string): Promise<string[]> {
  const used = await page.waitForFunction(() => (globalThis as { usedScripts?: string[] }).usedScripts);
  const scripts = (await used.jsonValue()) ?? [];
  expect(scripts.length, page.url()).toBeGreaterThan(2);
  return scripts.filter((script) => !html.includes(script));
}

function rememberScripts(): void {
  const observer = new MutationObserver(() => {
    const root = document.querySelector('#app[data-started]');
    if (!root || root.querySelector('[data-until-start]')) return;
    observer.disconnect();
    const begun = performance.getEntriesByName('drawing')[0]?.startTime ?? Number.NaN;
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < begun);
    const names = before.map(({ name }) => new URL(name).pathname);
    Object.assign(globalThis, { usedScripts: names.filter((name) => name.endsWith('.js')) });
  });
  observer.observe(document, { childList: true, subtree: true });
}

test('in every language, what finders see wraps between words at twice the size of text and covers nothing; the page of an item weighs at most 8,000 bytes, everything fetched, with its answers in sight', async () => {
  const product = await productOfFile(startBranded);
  const owner = await product.owner();
  const [item, lost] = [await makeItem(owner), await makeItem(owner)];
  await owner.call('markItemLost', { id: lost.id });
  const report = { hash: lost.hash, key: crypto.randomUUID(), answer: 'handed-in' } as const;
  const { secret } = await product.visitor().call('reportFound', report);
  const confirmPath = conversationRepliesPath(secret, 'confirm', 'x');
  const page = await openWindow(product.url, { viewport: phone }, refusals);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const found: Record<string, unknown> = {};
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    // Whoever comes for the first time.
    await page.context().clearCookies();
    sizes.length = 0;
    await page.goto(itemPath(item.hash), { waitUntil: 'networkidle' });
    expect(sizes.length).toBeGreaterThanOrEqual(2);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const last = await page.locator('fieldset button').last().boundingBox();
    const answersEnd = (last?.y ?? Number.NaN) + (last?.height ?? Number.NaN);
    if (!(bytes <= 8_000 && answersEnd <= phone.height)) found[language] = { bytes, answersEnd };
    await page.setViewportSize(narrow);
    for (const path of [itemPath(lost.hash), itemPath('x'), `/conversation/${secret}`, confirmPath, '/language']) {
      await openPage(page, path);
      const misfit = await misfits(page);
      if (misfit.length > 0) found[`${language} ${path}`] = misfit;
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    }
    await page.setViewportSize(phone);
  }
  expect(found).toEqual({});
});

test('names of any length among items to choose from stand below each other', async () => {
  const product = await productOfFile(startBranded);
  const owner = await product.owner();
  const name = 'The suitcase with wheels and a red ribbon on both handles';
  const { id } = await makeItem(owner);
  for (const letter of 'abcdefgh') await makeItem(owner, { name: `${name} ${letter}` });
  const page = await openWindow(product.url, { viewport: narrow }, refusals);
  await giveCookies(page.context(), product, owner.cookies);
  await openPage(page, `/items/print?item=${id}`);
  await page.getByLabel('Blue backpack').waitFor();
  expect(await misfits(page)).toEqual([]);
});

test('a product’s name of sixteen letters stands beside the menu on one line of a phone, also with an unread message', async () => {
  const product = await productOfFile(startBranded);
  const page = await openWindow(product.url, { viewport: phone });
  const owner = await product.owner();
  await giveCookies(page.context(), product, owner.cookies);
  for (const unread of [false, true]) {
    if (unread) {
      const { hash } = await makeItem(owner);
      await product.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'I have it.' });
    }
    for (const path of [staticPath('about'), '/inbox']) {
      await openPage(page, path);
      const name = page.getByRole('banner').getByText(productName, { exact: true });
      const [{ scrollWidth, clientWidth }, box, menu] = await Promise.all([
        name.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth })),
        name.boundingBox(),
        page.getByRole('banner').locator('summary').boundingBox(),
      ]);
      expect(scrollWidth, 'nothing is cut').toBe(clientWidth);
      expect(box?.height).toBeLessThan(30);
      expect(box?.y).toBeGreaterThan(menu?.y ?? Number.NaN);
      expect(box?.y).toBeLessThan((menu?.y ?? Number.NaN) + (menu?.height ?? 0));
    }
  }
});

function startBranded(options: ProductOptions = {}): Promise<Product> {
  return startProduct({ ...options, env: { BRAND_PRODUCT_NAME: productName } });
}

/** @returns its document */
async function openPage(page: Page, path: string): Promise<string> {
  const document = await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  const html = (await document?.text()) ?? '';
  if ((await page.locator('#app').count()) === 0) return html;
  await page.locator('#app[data-started]').waitFor();
  await page.waitForLoadState('networkidle');
  return html;
}

type Looker = {
  who: string;
  cookies: Iterable<[string, string]>;
  paths: string[];
  /** For everyone, with every kind of sight. */
  readable?: string[];
};

/** Whoever sees pages, and all pages that they see. */
async function makePeople(product: Product): Promise<Looker[]> {
  const owner = await product.owner('Maximiliane');
  const member = await product.owner('Mitja');
  const item = await makeItem(owner, {
    name: 'Blue backpack with the elephant',
    category: 'phone',
    note: 'Please call the station.',
  });
  await owner.call('markItemLost', { id: item.id });
  await shareItem(owner, member, item);
  await makeReceipt(owner, item);
  for (const agent of ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'WhatsApp/2.24.1 A'])
    await product.visitor().fetch(itemPath(item.hash), { headers: { 'user-agent': agent } });
  const { id } = await makeItem(owner, { name: 'Rad', category: 'bike' });
  await owner.call('archiveItem', { id });
  const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
  const cap = await makeItem(owner, { name: longWord, category: 'other' });
  const capReport = { hash: cap.hash, key: crypto.randomUUID(), text: longWord };
  const aboutCap = await product.visitor().call('reportFound', capReport);
  const bike = await makeItem(owner, { name: 'Red bike', category: 'bike', note: '' });
  const point = { latitude: 52.52, longitude: 13.405 };
  await owner.call('updateItem', { id: bike.id, facts: { reward: { text: 'A cake', shown: true } } });
  await owner.call('markItemStolen', { id: bike.id, place: 'Bridge', reference: '4711/26', point });
  await owner.call('markItemReturned', { id: bike.id });
  const [waiting, offer] = [await invite(owner, bike), await invite(owner, bike, 'handover')];
  await handOver(owner, member, await makeItem(owner, { name: 'Koffer' }));
  const template = await makeLabelTemplate(owner, { name: 'Freezer labels' });
  const { tags } = await owner.call('makeUnassignedTags', { count: 2, key: crypto.randomUUID() });
  const [unassigned = '', retired = ''] = tags.map(({ code }) => code);
  await owner.call('retireUnassignedTag', { code: retired });
  const told = { answer: 'handed-in', text: 'At the desk.', name: 'Kim' } as const;
  const report = { hash: item.hash, key: crypto.randomUUID(), ...told };
  const { secret } = await product.visitor().call('reportFound', report);
  const [talk] = (await owner.call('listConversations', {})).conversations;
  const request = { topic: 'else', text: 'Where do I find more tags?', email: 'kim@example.com' } as const;
  await product.visitor().call('sendContactRequest', { ...request, key: crypto.randomUUID() });
  const administrator = await grantAdministration(product, await product.owner('Root'));
  for (const person of [owner, member, administrator]) await person.call('updateUserProfile', { language: locale });
  const finderPaths = [tagPath(retired), itemPath('x'), itemPath(toItemHash('8q2wn3v7k5d1m9xa'))];
  const read = ['/', '/about', '/buy', '/privacy'];
  return [
    {
      who: 'nobody',
      cookies: [],
      paths: [
        ...Object.values(sitePages)
          .map(({ path }) => path)
          .filter((path) => !read.includes(path)),
        ...['/language', '/%zz', ...finderPaths, `/conversation/${aboutCap.secret}`, '/conversation/x'],
        ...[
          '/signin?timeout=true',
          '/auth/reset?token=x',
          '/auth/emailverification',
          '/auth/emailverification?token=x',
        ],
        '/auth/keep-account?token=x',
      ],
      readable: [
        ...[...read, '/signin', '/signup', '/auth/reset', '/activate'],
        ...[itemPath(item.hash), `/conversation/${secret}`, tagPath(unassigned)],
      ],
    },
    {
      who: 'an owner',
      cookies: owner.cookies,
      paths: [
        ...['/', ...finderPaths, tagPath(unassigned), '/items?select=', '/items?archived=', `/items/${item.id}/edit`],
        ...[`/items/${bike.id}/finder`, `/items/${bike.id}/loss`, `/items/${item.id}/share`, `/items/${bike.id}/share`],
        ...[itemPath(bike.hash), `${itemPath(item.hash)}/preview`, `/items/${item.id}/documents`],
        ...[`/items/${bike.id}/hand-over`, '/activate', '/items/print', '/items/scan', '/items/import', '/inbox/x'],
        ...['/items/print/templates', `/items/print/templates?template=${template.id}`],
      ],
      readable: [
        ...['/items', '/items/new', '/inbox', `/inbox/${talk?.id}`, '/admin', itemPath(item.hash)],
        ...['/profile', '/profile/account', '/profile/security', '/profile/notifications', '/profile/language'],
        '/profile/data',
        ...['/items/blank', `/activate#${unassigned}`],
      ],
    },
    {
      who: 'a member',
      cookies: member.cookies,
      paths: [
        ...[itemPath(item.hash), `${itemPath(item.hash)}/preview`, '/items', '/invitation', '/invitation?token=abc'],
        ...[`/invitation?token=${waiting}`, `/invitation?token=${offer}`],
      ],
    },
    {
      who: 'an administrator',
      cookies: administrator.cookies,
      paths: [
        ...Object.values(appPages).flatMap(({ path, only }) => (only === 'admin' && !path.includes(':') ? path : [])),
        ...['/admin/products?product=new', '/orders', `/admin/pages/privacy?language=${locale}`],
        ...['/admin/reports?kind=contact-request', `/admin/people?person=${owner.uid}`, '/items', '/inbox'],
      ],
    },
  ];
}
