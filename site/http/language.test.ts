import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { languages, translationsIn } from '../../language/languages.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, signIn } from '../../test/make.ts';
import { shareApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';

async function openTag(started?: App) {
  const app = started ?? (await startApp());
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  return { app, owner, item, id: item.id, path: `/item/${item.hash}` };
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
    for (const to of [path, path, '/item/nothing'])
      expect(await read(visitor, to, header), to).toMatchObject({ language, direction });
  });

  test('is, where a page is not for finders, the first asked for that has the page', async () => {
    const { app } = await openTag();
    for (const to of ['/', '/']) expect((await read(app.visitor(), to, 'fr, de;q=0.5')).language, to).toBe('fr');
    for (const to of ['/about', '/about', '/signin']) {
      expect((await read(app.visitor(), to, 'fr')).language, to).toBe('en');
      expect((await read(app.visitor(), to, 'fr, de;q=0.5')).language, to).toBe('de');
      expect((await read(app.visitor(), to, 'de, fr;q=0.5')).language, to).toBe('de');
    }
    expect((await read(app.visitor(), '/about?lang=fr', 'de')).language).toBe('de');
  });

  test('of the home page is one in which the operator has one, and so is its form for a tag’s code, also from the cache', async () => {
    const { app } = await openTag();
    const words = { documentTitle: 'Trove', description: 'Trove', title: 'Trove', lead: '', text: '' };
    const publish = (language: string) =>
      app.services.db
        .insertInto('pageVersions')
        .values({ id: crypto.randomUUID(), page: 'home', language, words: JSON.stringify(words) })
        .execute();
    const expectEach = async (shown: Record<string, string>) => {
      for (const _ of ['drawn', 'cached'])
        for (const [asked, language] of Object.entries(shown)) {
          const home = await read(app.visitor(), '/', asked);
          expect([home.language, home.direction], asked).toEqual([language, 'ltr']);
          expect(home.html, asked).toContain(translationsIn(language)('code.title'));
        }
      const unknown = (await read(app.visitor(), '/?code=abcd-efgh', 'fr')).html;
      expect(unknown).toContain(translationsIn(shown.fr)('code.unknown'));
    };
    await publish('de');
    await expectEach({ 'ar, de;q=0.5': 'de', en: 'de', fr: 'de', de: 'de' });
    await publish('en');
    await app.services.events.publish({ kind: 'pages' });
    await expectEach({ 'ar, de;q=0.5': 'de', en: 'en', fr: 'en', de: 'de' });
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
    await app.services.db.updateTable('users').set({ language: 'de' }).where('uid', '=', owner.uid).execute();
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
    ['de', 'Als vermisst gemeldet.'],
    ['en', 'Reported missing.'],
  ] as const)
    await expect.poll(async () => (await read(app.visitor(), path, language)).html).toContain(words);
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

describe('the languages that an administrator offers', () => {
  /** For `changeLanguages`. */
  const only = (...offered: string[]) => Object.fromEntries(languages.map((each) => [each, offered.includes(each)]));

  const sharedApp = shareApp();
  let opened: Promise<Awaited<ReturnType<typeof openTag>> & { admin: Visitor & { email: string } }> | undefined;

  async function openAsAdmin() {
    opened ??= openTag(await sharedApp()).then(async (tag) => ({ ...tag, admin: await makeAdministrator(tag.app) }));
    const { admin } = await opened;
    const everything = { default: 'en', finder: only(...languages), rest: { de: true, en: true } };
    await admin.call('changeLanguages', everything);
    return opened;
  }

  test('are the ones in which finders read, from the next page on; who asks for none of them gets the default', async () => {
    const { app, admin, path } = await openAsAdmin();
    const chose = app.visitor();
    expect((await read(chose, `${path}?lang=it`)).language).toBe('it');
    for (const language of ['it', 'en', 'it']) await read(app.visitor(), path, language);
    await admin.call('changeLanguages', { default: 'he', finder: only('he', 'fr') });
    for (const _ of ['drawn', 'cached']) {
      expect(await read(app.visitor(), path)).toMatchObject({ language: 'he', direction: 'rtl' });
      expect((await read(app.visitor(), path, 'it, en;q=0.5')).language).toBe('he');
      expect((await read(app.visitor(), path, 'it, fr-CH;q=0.5')).language).toBe('fr');
      expect((await read(chose, path)).language).toBe('he');
      expect((await read(chose, path, 'fr')).language).toBe('fr');
    }
    const asked = await read(app.visitor(), `${path}?lang=it`, 'fr');
    expect([asked.language, asked.response.headers.get('set-cookie') ?? '']).toEqual([
      'fr',
      expect.not.stringContaining('language'),
    ]);
    expect((await read(app.visitor(), '/item/%', 'it')).language).toBe('he');
    await admin.call('changeLanguages', { finder: { it: true } });
    expect((await read(chose, path, 'fr')).language).toBe('it');
  });

  test('are those of all other pages, their translations, the sitemap, the list to choose from, and the profile', async () => {
    const { app, admin, owner, path } = await openAsAdmin();
    const hrefLangs = (text: string) => [...new Set([...text.matchAll(/hreflang="([^"]+)"/gi)].map(([, tag]) => tag))];
    const textOf = (to: string) => app.visitor().read(to);
    expect(hrefLangs(await textOf('/about'))).toEqual(['de', 'en', 'x-default']);
    await admin.call('changeLanguages', { default: 'fr', finder: only('fr'), rest: { en: false } });
    for (const to of ['/about', '/about', '/signin'])
      expect((await read(app.visitor(), to, 'en')).language, to).toBe('de');
    expect((await read(app.visitor(), '/about?lang=en')).language).toBe('de');
    expect(hrefLangs(await textOf('/about'))).toEqual(['de', 'x-default']);
    expect(hrefLangs(await textOf('/sitemap.xml'))).toEqual(['fr', 'de']);
    expect(JSON.parse(await textOf('/manifest.webmanifest?lang=en'))).toMatchObject({ lang: 'de' });
    expect(hrefLangs(await textOf(`/language?to=${path}`))).toEqual(['fr']);
    expect(hrefLangs(await textOf('/language?to=/about'))).toEqual(['de', 'fr']);
    expect(await textOf('/about')).toContain('href="/language?to=%2Fabout"');
    expect(await textOf(path), 'there is nothing to choose').not.toContain('href="/language');
    expect(await owner.read('/profile')).toContain('&quot;all&quot;:[&quot;de&quot;,&quot;fr&quot;]');
    const refused = await owner.tryCall('updateUserProfile', { language: 'en' });
    expect([refused.status, refused.error?.details]).toMatchObject([400, { fields: { language: expect.any(String) } }]);
    expect((await owner.post('/language', { lang: 'en', to: '/items' })).status).toBe(422);
    expect(await owner.call('updateUserProfile', { language: 'fr' })).toMatchObject({ language: 'fr' });
  });

  test('are those of mails: an account whose language is offered no longer is mailed in the default, and later in its own again', async () => {
    const { app, admin, owner, item } = await openAsAdmin();
    await owner.call('updateUserProfile', { language: 'de' });
    const { path: link, finder } = await makeConversation(app, item);
    await finder.get(`${link}?lang=it`);
    const mailedIn = async (language: string) => {
      await app.visitor().auth('request-password-reset', { email: owner.email });
      await app.mailbox.find(owner.email, translationsIn(language)('mailReset.subject', { product: 'Handback' }));
      const email = `finder-${language}@example.com`;
      await finder.call('askReplyMails', { secret: link.split('/').at(-1) ?? '', email });
      return (await app.mailbox.find(email, '')).subject;
    };
    await admin.call('changeLanguages', { default: 'fr', finder: only('fr', 'en'), rest: { de: false } });
    expect(await mailedIn('en')).toBe(`${translationsIn('fr')('replies.confirmTitle')} · Handback`);
    await admin.call('changeLanguages', { rest: { de: true } });
    await mailedIn('de');
  });

  test('leave at least one, and the default is one of them; a refused change says why beside its field and changes nothing', async () => {
    const { admin } = await openAsAdmin();
    const before = await admin.call('readLanguages', {});
    expect(before).toEqual({ default: 'en', finder: languages, rest: ['de', 'en'] });
    for (const [change, field] of [
      [{ finder: only() }, 'finder'],
      [{ rest: { de: false, en: false } }, 'rest'],
      [{ finder: { en: false } }, 'default'],
      [{ default: 'fr', finder: { fr: false } }, 'default'],
      [{ default: 'tlh' }, 'default'],
      [{ finder: { tlh: true } }, 'finder.tlh'],
      [{ rest: { fr: true } }, 'rest.fr'],
    ] as const) {
      const { status, error } = await admin.tryCall('changeLanguages', change);
      expect([status, error?.details], field).toMatchObject([
        400,
        { fields: { [field]: expect.stringMatching(/ .*\.$/) } },
      ]);
    }
    expect(await admin.call('readLanguages', {})).toEqual(before);
  });

  test('are changed by two administrators at once without loss, and each change is written down', async () => {
    const { app, admin } = await openAsAdmin();
    const other = await makeAdministrator(app, 'Alan');
    await Promise.all([
      admin.call('changeLanguages', { default: 'fr', finder: { vi: false } }),
      other.call('changeLanguages', { finder: { ar: false } }),
    ]);
    const { finder, ...rest } = await admin.call('readLanguages', {});
    expect(rest).toEqual({ default: 'fr', rest: ['de', 'en'] });
    expect(finder).toEqual(languages.filter((each) => each !== 'vi' && each !== 'ar'));
    const [one, two] = await Promise.allSettled([
      admin.tryCall('changeLanguages', { default: 'he' }),
      other.tryCall('changeLanguages', { finder: { he: false } }),
    ]).then((answers) => answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 0)));
    expect([one, two].sort()).toEqual([200, 400]);
    await admin.call('changeLanguages', { default: 'it', rest: { de: false } });
    expect((await admin.call('listAuditEntries', {})).rows[0]).toMatchObject({
      by: admin.email,
      act: 'changeLanguages',
      subjectId: 'languages',
      changes: { default: [expect.any(String), 'it'], rest: ['["de","en"]', '["en"]'] },
    });
  });
});
