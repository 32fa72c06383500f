import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { languages } from '../../language/languages.ts';
import { administrationPages } from '../../paths/app-pages.ts';
import {
  activatePath,
  adminPath,
  adminPeoplePath,
  adminProductsPath,
  adminReportsPath,
  archivePath,
  conversationPath,
  conversationRepliesPath,
  editItemPath,
  editPagePath,
  emailVerificationPath,
  homePath,
  inboxPath,
  itemPath,
  itemsPath,
  keepAccountPath,
  languagePath,
  newItemPath,
  ownOrdersPath,
  printPath,
  profilePath,
  resetPath,
  selectItemsPath,
  signInPath,
  signUpPath,
  staticPath,
  tagPath,
  threadPath,
  timeoutPath,
  unassignedTagsPath,
} from '../../paths/paths.ts';
import { sitePages } from '../../paths/site-pages.ts';
import { makeItem } from '../make.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { misfits } from './misfits.ts';
import { giveCookies, grantAdministration } from './people.ts';
import { productOfFile } from './shared-product.ts';
import { type Product, type ProductOptions, startProduct } from './started-product.ts';

const productName = 'Mawgramwxy Chars';
const narrow = { width: 320, height: 640 };

// German words are the longest: what has room for them has room for English ones.
const locale = 'de';

test('at twice the size of text and 320 pixels, every page wraps between words, covers nothing and keeps to its policy, in German', async () => {
  const product = await productOfFile(startBranded);
  const found: Record<string, string[]> = {};
  const visits = (await makePeople(product)).map(async ({ who, cookies, paths }) => {
    const page = await openWindow(product.url, { viewport: narrow, locale }, refusals);
    await giveCookies(page.context(), product, cookies);
    for (const path of paths) {
      await openPage(page, path);
      const misfit = await misfits(page);
      if (misfit.length > 0) found[`${who} ${path}`] = misfit;
    }
  });
  await Promise.all(visits);
  expect(found).toEqual({});
});

test('so does what finders see, in every language', async () => {
  const product = await productOfFile(startBranded);
  const owner = await product.owner();
  const item = await makeItem(owner);
  await owner.call('markItemLost', { id: item.id });
  const report = { hash: item.hash, key: crypto.randomUUID(), answer: 'handed-in' } as const;
  const { secret } = await product.visitor().call('reportFound', report);
  const confirmPath = conversationRepliesPath(secret, 'confirm', 'x');
  const found: Record<string, string[]> = {};
  const page = await openWindow(product.url, { viewport: narrow }, refusals);
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    for (const path of [itemPath(item.hash), itemPath('x'), conversationPath(secret), confirmPath, languagePath()]) {
      await openPage(page, path);
      const misfit = await misfits(page);
      if (misfit.length > 0) found[`${language} ${path}`] = misfit;
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
    }
  }
  expect(found).toEqual({});
});

test('names of any length among items to choose from stand below each other', async () => {
  const product = await productOfFile(startBranded);
  const owner = await product.owner();
  const [first] = [await makeItem(owner), ...(await Promise.all([...'abcdefgh'].map(makeLongNamed)))];
  const page = await openWindow(product.url, { viewport: narrow }, refusals);
  await giveCookies(page.context(), product, owner.cookies);
  await openPage(page, printPath(first?.id));
  await page.getByLabel('Blue backpack').waitFor();
  expect(await misfits(page)).toEqual([]);

  function makeLongNamed(letter: string) {
    return makeItem(owner, { name: `The suitcase with wheels and a red ribbon on both handles ${letter}` });
  }
});

test.each(['', 'with an unread message'])(
  'a product’s name of sixteen letters stands beside the menu on one line of a phone %s',
  async (unread) => {
    const product = await productOfFile(startBranded);
    const page = await openWindow(product.url, { viewport: phone });
    const owner = await product.owner();
    if (unread) {
      const { hash } = await makeItem(owner);
      await product.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'I have it.' });
    }
    await giveCookies(page.context(), product, owner.cookies);
    for (const path of [staticPath('about'), inboxPath()]) {
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
  },
);

function startBranded(options: ProductOptions = {}): Promise<Product> {
  return startProduct({ ...options, env: { BRAND_PRODUCT_NAME: productName } });
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  if ((await page.locator('#app').count()) === 0) return;
  await page.locator('#app[data-started]').waitFor();
  await page.waitForLoadState('networkidle');
}

/** Whoever sees pages, and all pages that they see. */
async function makePeople(product: Product) {
  const owner = await product.owner('Maximiliane');
  const item = await makeItem(owner, { name: 'Blue backpack with the elephant', note: 'Please call the station.' });
  await owner.call('markItemLost', { id: item.id });
  const { id } = await makeItem(owner, { name: 'Keys', category: 'keys' });
  await owner.call('archiveItem', { id });
  const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze';
  const cap = await makeItem(owner, { name: longWord, category: 'other' });
  const capReport = { hash: cap.hash, key: crypto.randomUUID(), text: longWord };
  const aboutCap = await product.visitor().call('reportFound', capReport);
  const { tags } = await owner.call('makeUnassignedTags', { count: 2, key: crypto.randomUUID() });
  const [blank = '', retired = ''] = tags.map(({ code }) => code);
  await owner.call('retireUnassignedTag', { code: retired });
  const report = {
    hash: item.hash,
    key: crypto.randomUUID(),
    answer: 'handed-in',
    text: 'At the desk.',
    name: 'Kim',
  } as const;
  const { secret } = await product.visitor().call('reportFound', report);
  const [talk] = (await owner.call('listConversations', {})).conversations;
  const request = { topic: 'else', text: 'Where do I find more tags?', email: 'kim@example.com' } as const;
  await product.visitor().call('sendContactRequest', { ...request, key: crypto.randomUUID() });
  const administrator = await product.owner('Root');
  await grantAdministration(product, administrator);
  for (const person of [owner, administrator]) await person.call('updateUserProfile', { language: locale });
  const finderPaths = [
    itemPath(item.hash),
    tagPath(blank),
    tagPath(retired),
    itemPath('x'),
    itemPath(toItemHash('8q2wn3v7k5d1m9xa')),
  ];
  return [
    {
      who: 'nobody',
      cookies: [],
      paths: [
        ...Object.values(sitePages).map(({ path }) => path),
        languagePath(),
        '/%zz',
        ...finderPaths,
        conversationPath(secret),
        conversationPath(aboutCap.secret),
        conversationPath('x'),
        signInPath(),
        timeoutPath(),
        signUpPath(),
        resetPath(),
        resetPath('x'),
        emailVerificationPath(),
        emailVerificationPath('x'),
        keepAccountPath('x'),
        activatePath(),
      ],
    },
    {
      who: 'an owner',
      cookies: owner.cookies,
      paths: [
        homePath(),
        ...finderPaths,
        itemsPath(),
        selectItemsPath(),
        archivePath(),
        newItemPath(),
        editItemPath(item.id),
        unassignedTagsPath(),
        activatePath(),
        printPath(),
        inboxPath(),
        threadPath(talk?.id ?? ''),
        threadPath('x'),
        profilePath(),
        adminPath(),
      ],
    },
    {
      who: 'an administrator',
      cookies: administrator.cookies,
      paths: [
        ...administrationPages.map(({ path }) => path),
        adminProductsPath({ product: 'new' }),
        ownOrdersPath(),
        editPagePath('privacy', locale),
        adminReportsPath('contact-request'),
        adminPeoplePath(owner.uid),
        itemsPath(),
        inboxPath(),
      ],
    },
  ];
}
