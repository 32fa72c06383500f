import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { wordsIn } from '../../language/languages.ts';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner, signIn } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';

async function openTag() {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { id, hash } = await makeItem(owner);
  return { app, owner, id, path: `/item/${hash}` };
}

async function read(visitor: Visitor, path: string, acceptLanguage?: string) {
  const headers: Record<string, string> = acceptLanguage ? { 'accept-language': acceptLanguage } : {};
  const response = await visitor.fetch(path, { headers });
  const html = await response.text();
  const [, language, direction] = /<html lang="([^"]*)" dir="([^"]*)">/.exec(html) ?? [];
  return { response, html, language, direction };
}

describe('the language of a page', () => {
  test.each([
    [undefined, 'en'],
    ['de', 'de'],
    ['de-AT, en;q=0.5', 'de'],
    ['en-GB', 'en'],
    ['da, de;q=0.8, en;q=0.9', 'en'],
    ['nb-NO, nb;q=0.9, no;q=0.8, en;q=0.5', 'en'],
    ['fr-CH, de;q=0.8', 'fr'],
    ['pt-BR', 'pt'],
    ['pt-PT', 'pt'],
    ['iw', 'he'],
    ['ar-EG', 'ar'],
    ['zh-TW', 'zh'],
    ['zh-Hans-SG', 'zh'],
    ['xx, *', 'en'],
    ['de;q=0, en', 'en'],
    ['DE-ch;q=0.1', 'de'],
    [';;,,=q;q=x', 'en'],
    ['d'.repeat(5_000), 'en'],
  ])('for Accept-Language %s is %s', async (header, language) => {
    const { app, path } = await openTag();
    const visitor = app.visitor();
    const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
    for (const to of [path, path, '/item/nothing']) {
      expect(await read(visitor, to, header), to).toMatchObject({ language, direction });
    }
  });

  test('is, where a page is not for finders, the first asked for that has the page', async () => {
    const { app } = await openTag();
    for (const to of ['/', '/about', '/about', '/signin']) {
      expect((await read(app.visitor(), to, 'fr')).language, to).toBe('en');
      expect((await read(app.visitor(), to, 'fr, de;q=0.5')).language, to).toBe('de');
      expect((await read(app.visitor(), to, 'de, fr;q=0.5')).language, to).toBe('de');
    }
    expect((await read(app.visitor(), '/about?lang=fr', 'de')).language).toBe('de');
  });

  test('of the home page’s form for a tag’s code is the finder’s, also from the cache', async () => {
    const { app } = await openTag();
    const form = (language: string, direction: string) =>
      `<section class="wrap" aria-labelledby="found" lang="${language}" dir="${direction}">`;
    for (const _ of ['drawn', 'cached']) {
      const arabic = await read(app.visitor(), '/', 'ar, de;q=0.5');
      expect(arabic).toMatchObject({ language: 'de', direction: 'ltr' });
      expect(arabic.html).toContain(form('ar', 'rtl'));
      expect((await read(app.visitor(), '/', 'de')).html).toContain(form('de', 'ltr'));
      expect((await read(app.visitor(), '/?code=abcd-efgh', 'fr')).html).toContain(wordsIn('fr')('code.unknown'));
    }
  });

  test('goes by ?lang=, which a cookie remembers, before Accept-Language', async () => {
    const { app, path } = await openTag();
    const visitor = app.visitor();
    expect((await read(visitor, `${path}?lang=de`, 'en')).language).toBe('de');
    expect((await read(visitor, path, 'en')).language).toBe('de');
    expect((await read(visitor, '/about', 'en')).html).toContain('Kleingedrucktes');
    expect((await read(visitor, `${path}?lang=en`, 'de')).language).toBe('en');
    expect((await read(visitor, `${path}?lang=tlh`, 'de')).language).toBe('en');
    expect((await read(visitor, path, 'de')).language).toBe('en');
  });

  test('is the one kept with the profile where the browser chose none', async () => {
    const { app, owner, path } = await openTag();
    await app.installation.db.updateTable('users').set({ language: 'de' }).where('uid', '=', owner.uid).execute();
    expect((await read(owner, path, 'en')).language).toBe('de');
    expect((await read(owner, '/items', 'en')).language).toBe('de');
    expect((await read(await signIn(app.visitor(), owner.email), `${path}?lang=en`, 'de')).language).toBe('en');
    expect(await owner.call('getUserProfile', { id: owner.uid })).toMatchObject({ language: 'de' });
  });

  test('says so to caches and programs', async () => {
    const { app, path } = await openTag();
    for (const to of [path, path, '/item/nothing', '/signin']) {
      const { response } = await read(app.visitor(), to, 'de');
      expect(response.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie');
      expect(response.headers.get('content-language')).toBe('de');
    }
  });

  test('can be chosen on every page', async () => {
    const { app, path } = await openTag();
    for (const to of [path, '/', '/about', '/item/nothing', `${path}?a=b`]) {
      const { html } = await read(app.visitor(), to);
      expect(html, to).toContain(`<a href="/language?to=${encodeURIComponent(to)}"`);
    }
  });

  test('an address that cannot be read is refused in it too', async () => {
    const { app } = await openTag();
    expect(await read(app.visitor(), '/item/%', 'de')).toMatchObject({ language: 'de' });
  });
});

test('a cached page is shared by those who read the same language, and by nobody else', async () => {
  const { app, owner, id, path } = await openTag();
  const etag = async (acceptLanguage: string) =>
    (await read(app.visitor(), path, acceptLanguage)).response.headers.get('etag');
  await etag('de');
  const german = await etag('de-AT');
  const english = await etag('en').then(() => etag('en-GB, da'));
  // Only cached pages have one.
  expect(german).toMatch(/"/);
  expect(english).toMatch(/"/);
  expect(english).not.toBe(german);
  expect(await etag('de;q=0.9, da')).toBe(german);
  await owner.call('markItemLost', { id });
  for (const [language, words] of [
    ['de', 'Der Besitzer sucht danach.'],
    ['en', 'The owner is looking for it.'],
  ] as const) {
    await expect.poll(async () => (await read(app.visitor(), path, language)).html).toContain(words);
  }
});

test('a cached page is for nobody who is signed in, in whatever letters and however many headers the cookies come', async () => {
  const { app, owner, path } = await openTag();
  const session = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const etagFor = async (...headers: string[]) => {
    const request = get(`${app.url}${path}`, { headers: ['Host', new URL(app.url).host, ...headers] });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.headers.etag;
  };
  await etagFor();
  expect(await etagFor()).toMatch(/"/);
  expect(await etagFor('cookie', 'a=1', 'cookie', 'b=2')).toMatch(/"/);
  expect(await etagFor('COOKIE', session)).toBeUndefined();
  expect(await etagFor('Cookie', 'a=1', 'Cookie', session)).toBeUndefined();
});
