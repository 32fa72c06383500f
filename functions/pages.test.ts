import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PageWords } from '../domain/pages/contract/schema.ts';
import { contrastOfAccent, nearestAccent } from '../domain/settings/contract/accent.ts';
import type { BrandSettings } from '../domain/settings/contract/brand.ts';
import { startApp } from '../test/app.ts';
import { drawPicture, makeAdministrator, makeItem, makeOwner } from '../test/make.ts';
import { forgetLimits, shareApp } from '../test/shared-app.ts';
import type { Visitor } from '../test/visitor.ts';

const sharedApp = shareApp();
const about = { page: 'about', language: 'de' } as const;

const words: PageWords = {
  documentTitle: 'Über uns',
  description: 'Zwei Leute und ein Hund.',
  title: 'Über uns',
  lead: '',
  text: 'Wir wohnen in Bremen.',
};

async function enter(): Promise<{ ada: Visitor; bob: Visitor }> {
  const app = await sharedApp();
  await forgetLimits(app);
  for (const table of ['pageDrafts', 'pageVersions'] as const) await app.services.db.deleteFrom(table).execute();
  const [ada, bob] = [await makeAdministrator(app, 'Ada'), await makeAdministrator(app, 'Bob')];
  return { ada, bob };
}

const save = (admin: Visitor, revision: number, text: string) =>
  admin.tryCall('savePageDraft', { ...about, revision, words: { ...words, text } });

test('of two administrators who save at once, the second is told, and may save over the other knowing it', async () => {
  const { ada, bob } = await enter();
  const answers = await Promise.all([save(ada, 0, 'Adas Text'), save(bob, 0, 'Bobs Text')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ error }) => error)?.error;
  expect(refused?.message).toContain('Somebody else changed this page meanwhile.');
  expect(refused?.details).toMatchObject({
    reason: 'changed-elsewhere',
    now: { revision: 1, draftWords: { lead: '' } },
  });
  const { revision, draft } = await ada.call('readEditedPage', about);
  expect([revision, draft?.name]).toEqual([1, answers[0]?.error ? 'Bob' : 'Ada']);
  await save(bob, revision, 'Bobs Text');
  expect((await ada.call('readEditedPage', about)).draftWords?.text).toBe('Bobs Text');
});

test('two administrators who change different parts of a page never meet, also when they began with our words; of one part, the second is told', async () => {
  const { ada, bob } = await enter();
  const read = { ...about, revision: 0 };
  const mine = { ...words, text: 'Bobs Text' };
  await ada.call('savePageDraft', { ...read, words: { ...words, title: 'Adas Titel' }, from: { title: 'Über uns' } });
  const save = { ...read, words: mine, from: { text: words.text } };
  const both = { ...mine, title: 'Adas Titel' };
  for (const _twice of [1, 2])
    expect(await bob.call('savePageDraft', save)).toMatchObject({ draftWords: both, revision: 2 });
  const late = { ...read, words: { ...words, text: 'Adas Text' }, from: { text: words.text } };
  const { status, error } = await ada.tryCall('savePageDraft', late);
  expect([status, error?.details]).toEqual([409, { reason: 'changed-elsewhere', now: { text: 'Bobs Text' } }]);
  await ada.call('savePageDraft', { ...late, from: { text: 'Bobs Text' } });
  await ada.call('discardPageDraft', { ...about, revision: 3 });
  const gone = await bob.tryCall('savePageDraft', { ...save, revision: 3, from: { text: 'Adas Text' } });
  expect([gone.status, gone.error?.details]).toEqual([409, { reason: 'changed-elsewhere', now: { text: null } }]);
});

test('what was done to the words of a page is written down with the kind of words that were there and are, and none of them', async () => {
  const { ada } = await enter();
  await save(ada, 0, 'Erster Text');
  await ada.call('publishPage', { ...about, revision: 1 });
  await save(ada, 2, 'Zweiter Text');
  await ada.call('discardPageDraft', { ...about, revision: 3 });
  await ada.call('showDefaultPage', { ...about, revision: 4 });
  const { rows } = await ada.call('listAuditEntries', { search: `${about.page} ${about.language}` });
  expect(rows.slice(0, 5).map(({ act, changes }) => ({ act, ...changes }))).toEqual([
    { act: 'showDefaultPage', revision: [4, 5], draft: [false, false], published: ['own', 'default'] },
    { act: 'discardPageDraft', revision: [3, 4], draft: [true, false] },
    { act: 'savePageDraft', revision: [2, 3], draft: [false, true] },
    { act: 'publishPage', revision: [1, 2], draft: [true, false], published: ['default', 'own'] },
    { act: 'savePageDraft', revision: [0, 1], draft: [false, true] },
  ]);
});

test('what is published cannot be what somebody else wrote meanwhile', async () => {
  const { ada, bob } = await enter();
  await save(ada, 0, 'Gesehen');
  await save(bob, 1, 'Nicht gesehen');
  for (const name of ['publishPage', 'discardPageDraft', 'showDefaultPage'] as const)
    expect((await ada.tryCall(name, { ...about, revision: 1 })).status, name).toBe(409);
  expect(await ada.call('readEditedPage', about)).toMatchObject({ own: false, draftWords: { text: 'Nicht gesehen' } });
});

test('versions tell what was published when and by whom, the newest first, and the last thirty stay', async () => {
  const { ada, bob } = await enter();
  for (const n of Array.from({ length: 32 }).keys()) {
    await save(ada, 2 * n, `Fassung ${n}`);
    await bob.call('publishPage', { ...about, revision: 2 * n + 1 });
  }
  await ada.call('showDefaultPage', { ...about, revision: 64 });
  const first = await ada.call('listPageVersions', { ...about, limit: 20 });
  const rest = await ada.call('listPageVersions', { ...about, limit: 20, after: first.next });
  const all = [...first.versions, ...rest.versions];
  expect(all.map(({ words }) => words?.text ?? null)).toEqual([
    null,
    ...Array.from({ length: 29 }, (_, n) => `Fassung ${31 - n}`),
  ]);
  expect(all.slice(0, 2).map(({ published }) => published.name)).toEqual(['Ada', 'Bob']);
  const [state] = (await ada.call('listPages', {})).pages.filter(
    (page) => page.page === 'about' && page.language === 'de',
  );
  expect(state).toMatchObject({ own: false, draft: null, published: { name: 'Ada' } });
});

test('a draft may be anything; it is published when titles, links and placeholders are right, and each wrong one is named', async () => {
  const { ada } = await enter();
  const draft = (change: Partial<PageWords>, revision: number) =>
    ada.call('savePageDraft', { ...about, revision, words: { ...words, ...change } });
  const problems = async (revision: number) => {
    const { error } = await ada.tryCall('publishPage', { ...about, revision });
    return (error?.details as { fields?: object } | undefined)?.fields;
  };
  await draft({ title: ' ', lead: 'Von {owner}', text: 'Siehe [hier](javascript:alert(1)).' }, 0);
  expect(await problems(1)).toEqual({
    title: 'Please write something here.',
    lead: expect.stringContaining('There is no {owner}. These are: {product}, {operator}'),
    text: expect.stringContaining('“javascript:alert(1)'),
  });
  await draft({ text: '[a](http://example.com)' }, 1);
  expect(await problems(2)).toEqual({ text: expect.stringContaining('“http://example.com”') });
  await draft({ text: 'Steuernummer {taxNumber}' }, 2);
  expect(await problems(3)).toEqual({ text: expect.stringContaining('{taxNumber} is empty') });
  await ada.call('discardPageDraft', { ...about, revision: 3 });
  const none = await ada.tryCall('publishPage', { ...about, revision: 4 });
  expect([none.status, none.error?.details]).toEqual([409, { reason: 'no-draft' }]);
});

test('what an administrator cannot mean is refused beside its field and changes nothing: long texts, pages, addresses, links, and a colour in which text could not be read', async () => {
  const { ada } = await enter();
  const long = { ...words, text: 'a'.repeat(20_001), documentTitle: 'a'.repeat(71) };
  const asked = { page: 'nothing', language: 'fr', revision: 0, words: long };
  const { status, error } = await ada.tryCall('savePageDraft', asked as never);
  expect([status, (error?.details as { fields?: object } | undefined)?.fields]).toEqual([
    400,
    {
      page: 'There is no such page to edit.',
      language: 'The pages are not written in this language.',
      'words.text': 'Too long: at most 20,000 characters.',
      'words.documentTitle': 'Too long: at most 70 characters.',
    },
  ]);
  const nextAsked = { productName: 'a'.repeat(41), contactEmail: 'nobody', appStoreUrl: 'javascript:alert(1)' };
  const { status: nextStatus, error: nextError } = await ada.tryCall('changeBrand', nextAsked);
  const { fields = {} } = (nextError?.details ?? {}) as { fields?: object };
  expect([nextStatus, Object.keys(fields).sort()]).toEqual([400, ['appStoreUrl', 'contactEmail', 'productName']]);
  expect((await ada.call('readBrand', {})).own).toMatchObject({ productName: '', contactEmail: '', appStoreUrl: '' });
  const refusalOf = async (change: object) => {
    const { status, error } = await ada.tryCall('changeBrand', change);
    return [status, (error?.details as { fields?: object } | undefined)?.fields];
  };
  expect(await refusalOf({ accent: '#ff9900', accentDark: '#0b6b4f' })).toEqual([
    400,
    {
      accent: expect.stringMatching(/pale.* 2 : 1.* 4\.5 : 1.* #[0-9a-f]{6}\.$/),
      accentDark: expect.stringMatching(/dark.* 2\.5 : 1.* 4\.5 : 1.* #[0-9a-f]{6}\.$/),
    },
  ]);
  expect(await refusalOf({ accent: 'red;}' })).toEqual([400, { accent: 'A colour looks like #0b6b4f.' }]);
  expect((await ada.call('readBrand', {})).own.accent).toBe('');
  const fourthRefusalOf = async (footer: object) => {
    const { error } = await ada.tryCall('changeBrand', { footer } as { footer: typeof emptyFooter });
    return (error?.details as { fields?: object } | undefined)?.fields;
  };
  const to = (address: string, labels: object = { en: 'Go' }) => ({ texts: {}, links: [{ address, labels }] });
  const wrong = ['javascript:alert(1)', 'data:text/html,x', 'http://example.com', '//evil.example', '/\\evil.example'];
  for (const address of [...wrong, 'https:// evil', 'https://a@evil.example', 'mailto:a@example.com', '#main', 'about'])
    expect(await fourthRefusalOf(to(address)), address).toEqual({
      'footer.links.0.address': expect.stringContaining('begins with https://'),
    });
  const something = 'Please write something here.';
  expect(await fourthRefusalOf(to('/about', {}))).toEqual({ 'footer.links.0.labels.en': something });
  expect(await fourthRefusalOf(to(''))).toEqual({ 'footer.links.0.address': something });
  const many = Array.from({ length: 6 }, () => privacyLink);
  expect(await fourthRefusalOf({ texts: { de: 'a'.repeat(301) }, links: many })).toEqual({
    'footer.texts.de': 'Too long: at most 300 characters.',
    'footer.links': 'There is room for 5 links: take one away.',
  });
  expect((await ada.call('readBrand', {})).own.footer).toEqual(emptyFooter);
});

test('name, operator and address that an administrator writes stand on every page; without them the server’s hold again', async () => {
  const { ada } = await enter();
  const app = await sharedApp();
  const legal = () => app.visitor().read('/legal');
  const before = await legal();
  const change = { legalName: 'Trove <b>&</b> Co', address: 'Weg 1\n10115 Berlin', contactEmail: 'help@trove.example' };
  const changed = await ada.call('changeBrand', change);
  expect(changed.own).toMatchObject({ ...change, legalName: 'Trove & Co', tagline: '' });
  await expect.poll(legal).toContain('© <!-- -->Trove &amp; Co');
  await ada.call('savePageDraft', { ...about, revision: 0, words: { ...words, text: '{operator}, {address}' } });
  await ada.call('publishPage', { ...about, revision: 1 });
  const german = { headers: { 'accept-language': 'de' } };
  expect(await (await app.visitor().fetch('/about', german)).text()).toContain(
    'Trove &amp; Co, Weg 1<br/>10115 Berlin',
  );
  await ada.call('changeBrand', { legalName: '', address: '', contactEmail: '' });
  await expect.poll(legal).toBe(before);
});

const emptyFooter = { texts: {}, links: [] };
const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
const hashOfStyle = (html: string) => `'sha256-${createHash('sha256').update(styleOf(html)).digest('base64')}'`;
const accentIn = (html: string) => /html:root\{--home:(#\w+)\}.*?--home:(#\w+)/.exec(html)?.slice(1);

test('the accent colour stands in every kind of page, allowed by its policy, and in emails; the dark one follows from it', async () => {
  const { ada } = await enter();
  const app = await sharedApp();
  const stranger = app.visitor();
  const tag = await makeItem(await makeOwner(app));
  const pages = ['/about', `/item/${tag.hash}`, '/signin', '/nothing%'];
  const before = await Promise.all(pages.map((path) => stranger.read(path)));
  expect(before.map(accentIn)).toEqual(pages.map(() => undefined));
  expect((await ada.call('changeBrand', { accent: '7A1FA2 ' })).own.accent).toBe('#7a1fa2');
  const [light, dark] = ['#7a1fa2', nearestAccent('#7a1fa2', 'dark')];
  expect(contrastOfAccent(dark, 'dark')).toBeGreaterThanOrEqual(4.5);
  for (const path of pages) {
    await expect.poll(async () => accentIn(await stranger.read(path)), { message: path }).toEqual([light, dark]);
    const page = await stranger.get(path);
    const hash = hashOfStyle(await page.text());
    expect(page.headers.get('content-security-policy'), path).toContain(hash);
  }
  const { email } = await makeOwner(app, 'Eve');
  expect((await app.mailbox.find(email, 'Confirm')).html).toContain(`background:${light}`);
  await ada.call('changeBrand', { accentDark: '#fd0' });
  await expect.poll(async () => accentIn(await stranger.read('/about'))).toEqual([light, '#ffdd00']);
  await ada.call('changeBrand', { accent: '', accentDark: '' });
  await expect.poll(async () => accentIn(await stranger.read('/about'))).toBeUndefined();
});

test('an administrator sees the home page and a finder’s page with a brand that is not saved, in light and in dark; nobody else sees it', async () => {
  const { ada } = await enter();
  const app = await sharedApp();
  const preview = (who: Visitor, form: Record<string, string>) => who.post('/admin/brand/preview', form);
  const unsaved = { productName: 'Trove', accent: '#7a1fa2' };
  for (const [show, sample] of Object.entries({ home: 'How it works', finder: 'A green rucksack' })) {
    const [light, dark] = await Promise.all(
      ['light', 'dark'].map((scheme) => preview(ada, { ...unsaved, show: `${show} ${scheme}` })),
    );
    const [lightHtml = '', darkHtml = ''] = await Promise.all([light, dark].map(async (page) => page?.text()));
    for (const html of [lightHtml, darkHtml]) {
      for (const said of ['Trove', '--home:#7a1fa2', sample]) expect(html).toContain(said);
      expect(html).not.toContain('data-viewer');
      expect(styleOf(html)).not.toContain('prefers-color-scheme');
    }
    expect(styleOf(lightHtml)).toContain('(width < 0){html:root');
    expect(styleOf(darkHtml)).toContain('(width >= 0){html:root');
    expect(dark?.headers.get('content-security-policy')).toContain(hashOfStyle(darkHtml));
    expect([light?.status, light?.headers.get('cache-control')]).toEqual([200, 'no-store']);
  }
  const pale = await preview(ada, { accent: '#ff9900', show: 'home light' });
  expect([pale.status, await pale.text()]).toEqual([422, expect.stringContaining('Too pale to be read')]);
  expect((await preview(await makeOwner(app), unsaved)).status).toBe(403);
  const stranger = app.visitor();
  expect((await preview(stranger, unsaved)).headers.get('location')).toContain('/signin');
  expect(await stranger.read('/')).not.toContain('Trove');
  expect((await ada.call('readBrand', {})).own.productName).toBe('');
});

const footerIn = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
const privacyLink = { address: 'https://example.com/a?b=1&c=2', labels: { en: 'Access for all', de: 'Barrierefrei' } };

test('a footer text and links stand on public pages in the reader’s language, and not on a finder’s page; what is not written in it is in the other', async () => {
  const { ada } = await enter();
  const app = await sharedApp();
  const tag = await makeItem(await makeOwner(app));
  const read = async (path: string, language = 'en') =>
    footerIn(await (await app.visitor().fetch(path, { headers: { 'accept-language': language } })).text());
  await Promise.all([read('/about'), read('/about', 'de'), read(`/item/${tag.hash}`)]);
  const links = [privacyLink, { address: '', labels: {} }, { address: '/support', labels: { de: 'Hilfe <b>' } }];
  const footer = { texts: { en: 'Open <i>daily</i>\n1 < 2', de: '' }, links };
  const preview = await ada.post('/admin/brand/preview', {
    show: 'home light',
    'footer.texts.en': 'Open daily',
    'footer.links.1.address': '/support',
    'footer.links.1.labels.en': 'Our help',
  });
  expect(footerIn(await preview.text())).toMatch(/Open daily.*<a href="\/support"[^>]*><bdi>Our help</s);
  expect(await read('/about')).not.toContain('Open daily');
  expect((await ada.call('changeBrand', { footer })).own.footer.links).toHaveLength(2);
  await expect.poll(() => read('/about')).toContain('Open daily\n1 &lt; 2');
  expect(await read('/about')).toContain('<a href="https://example.com/a?b=1&amp;c=2" lang="en"');
  const german = await read('/about', 'de');
  expect(german).toContain('<bdi>Barrierefrei</bdi>');
  expect(german).toMatch(/<p[^>]* lang="en"[^>]*>Open daily/);
  expect(await read(`/item/${tag.hash}`)).not.toMatch(/Open daily|Access for all/);
  await ada.call('changeBrand', { footer: { texts: {}, links: [] } });
  await expect.poll(() => read('/about')).not.toContain('Open daily');
});

test('after the domain changed, the logo for search engines is at the new one', async () => {
  const app = await startApp();
  const ada = await makeAdministrator(app, 'Ada');
  const set = await ada.upload('setLogo', {}, await drawPicture());
  const { own } = ((await set.json()) as { result: BrandSettings }).result;
  const moved = await startApp({ besides: app, publicUrl: 'http://moved.test' });
  const there = `http://moved.test${new URL(own.logo).pathname}`;
  expect(await moved.visitor().read('/about')).toContain(`"logo":"${there}"`);
});

test('a logo stands on pages and goes with emails, keeps what is transparent, has a new address at each change, and can be removed', async () => {
  const { ada } = await enter();
  const app = await sharedApp();
  const stranger = app.visitor();
  const canvas = { width: 900, height: 100, channels: 4 as const, background: '#7a1fa280' };
  const file = new Uint8Array(await sharp({ create: canvas }).png().toBuffer());
  const set = async () =>
    ((await (await ada.upload('setLogo', {}, file)).json()) as { result: BrandSettings }).result.own.logo;
  const first = new URL(await set()).pathname;
  await expect.poll(() => stranger.read('/about')).toContain(`<img src="${first}" alt="Handback"`);
  const image = await stranger.get(first);
  expect(image.headers.get('cache-control')).toContain('immutable');
  const { format, width, height, hasAlpha } = await sharp(await image.arrayBuffer()).metadata();
  expect({ format, width, height, hasAlpha }).toEqual({ format: 'png', width: 480, height: 53, hasAlpha: true });
  const { email } = await makeOwner(app, 'Eve');
  const { html, attachments } = await app.mailbox.find(email, 'Confirm');
  expect(html).toContain('<img src="cid:mark@handback" alt="Handback"');
  expect(attachments.map(({ content }) => content)).toEqual([await (await stranger.get(first)).arrayBuffer()]);
  const second = new URL(await set()).pathname;
  expect(second).not.toBe(first);
  await expect.poll(async () => (await stranger.get(first)).status).toBe(404);
  expect((await ada.call('changeBrand', { tagline: '' })).own.logo).toContain(second);
  const drawing = await ada.upload(
    'setLogo',
    {},
    new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  );
  expect([drawing.status, await drawing.text()]).toEqual([400, expect.stringContaining('PNG')]);
  expect((await ada.call('removeLogo', {})).own.logo).toBe('');
  await expect.poll(() => stranger.read('/about')).not.toContain('/logo/');
  expect((await stranger.get(second)).status).toBe(404);
});
