import { expect, test } from 'vitest';
import { directionOf, languages, restLanguages } from '../language/languages.ts';
import { nameOfLanguage } from '../language/names.ts';
import { appPageNames, appPages } from '../paths/app-pages.ts';
import { conversationPath, languagePath, tagPath } from '../paths/paths.ts';
import { sitePages } from '../paths/site-pages.ts';
import { type AppOptions, startApp } from '../test/app.ts';
import { bareKeys, englishTexts, unknownTexts } from '../test/catalogue-texts.ts';
import { makeConversation, makeItem, makeOwner } from '../test/make.ts';
import type { Visitor } from '../test/visitor.ts';

const wordsOnly = Object.values(sitePages).map(({ path }) => path);
const forFinders = Object.values(sitePages).flatMap((page) => (page.forFinders ? page.path : []));
const signedOutPages = appPageNames.filter((name) => !appPages[name].only).map((name) => appPages[name].path);
const indexed = [...wordsOnly, ...signedOutPages];

async function read(visitor: Visitor, path: string, acceptLanguage: string, init: RequestInit = {}) {
  const answer = await visitor.fetch(path, {
    ...init,
    headers: { ...init.headers, 'accept-language': acceptLanguage },
  });
  const html = await answer.text();
  const [, language, direction] = /^<!doctype html><html lang="([^"]*)" dir="([^"]*)">/.exec(html) ?? [];
  return {
    status: answer.status,
    html,
    shown: { language, direction, header: answer.headers.get('content-language') },
  };
}

/** What people read or hear of a page and is not German: of conversations, what is English; of other pages, what the catalogue does not have. */
function notGerman(html: string, path: string): string[] {
  const texts = readable(html);
  if (path.startsWith(conversationPath(''))) return englishTexts(texts, 'de');
  return texts.filter((text) => isUnknown(text) && isUnknown(text.replace(product, '')));
}

function readable(html: string): string[] {
  const shown = html.replace(
    /<!--.*?-->|<(style|script|code)\b.*?<\/\1>|<meta (?![^>]*(?:description|keywords|title)")[^>]*>/gs,
    '',
  );
  const attributes = [...shown.matchAll(/ (?:alt|title|placeholder|content|aria-label)="([^"]*)"/g)];
  return [...shown.split(/<[^>]*>/), ...attributes.map(([, value = '']) => value)].map(plain).filter(Boolean);
}

/** Keys that stand in place of their text, and parts without one. */
function withoutText(html: string): string[] {
  const parts = html.matchAll(
    /<(h[1-6]|a|button|label|p|li|option|title|summary|legend|th|td)\b(?![^>]*(?:aria-label|hidden=""|aria-hidden|role="status"|value=""))[^>]*>\s*<\/\1>/g,
  );
  return [...bareKeys(readable(html)), ...[...parts].map(([part]) => part)];
}

const isUnknown = (text: string) => unknownTexts([text], 'de', written).length > 0;

/** In titles. */
const product = /^Handback: | · Handback$/;

/** By the tests, by nobody, or in no language. */
const written = [
  /^[^\p{L}]*$/u,
  /^(© )?Handback$/,
  /^(handback@)?localhost(:|$)/,
  /^https?:/,
  new RegExp(`^(${languages.map(nameOfLanguage).join('|')})$`),
  /^Tuba$/,
  /^Bitte anrufen\.$/,
];

function plain(html: string): string {
  return html.replace(/&(amp|quot|lt|gt|#x27);/g, (entity) => entities[entity] ?? entity).trim();
}

const entities: Record<string, string> = { '&amp;': '&', '&quot;': '"', '&lt;': '<', '&gt;': '>', '&#x27;': "'" };

/** Addresses that show somebody a page, whatever goes wrong. */
async function everyAddress(options?: AppOptions) {
  const app = await startApp(options);
  const owner = await makeOwner(app, 'Zoe');
  const item = await makeItem(owner, { name: 'Tuba', note: 'Bitte anrufen.' });
  const conversation = await makeConversation(app, item);
  const ofFinder = [`/item/${item.hash}`, conversation.path, '/item/nothing', '/conversation/nothing'];
  const wrong = ['/?code=abcd-efgh', '/item/%', `/${'x'.repeat(9_000)}`];
  return { app, owner, addresses: [...indexed, ...ofFinder, ...wrong, languagePath(), languagePath('/about')] };
}

test.each(restLanguages)('every public page is wholly in the reader’s language, errors too: %s', async (language) => {
  const { app, addresses } = await everyAddress();
  for (const path of addresses) {
    const { html, shown } = await read(app.visitor(), path, language);
    expect(shown, path).toEqual({ language, direction: 'ltr', header: language });
    expect(withoutText(html), path).toEqual([]);
    if (language === 'de') expect(notGerman(html, path), path).toEqual([]);
  }
});

test.each(languages)('all that a finder reads is in the finder’s language, errors too: %s', async (language) => {
  const { app, owner, addresses } = await everyAddress();
  const shown = { language, direction: directionOf(language), header: language };
  const { tags } = await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  const ofFinder = addresses.filter((path) => forFinders.includes(path) || !indexed.includes(path));
  for (const path of [...ofFinder, tagPath(tags[0]?.code ?? '')]) {
    const page = await read(app.visitor(), path, language);
    expect(page.shown, path).toEqual(shown);
    expect(withoutText(page.html), path).toEqual([]);
    if (language === 'en') continue;
    const texts = readable(page.html).map((text) => text.replace(product, ''));
    expect(
      englishTexts(
        texts.filter((text) => !written.some((each) => each.test(text))),
        language,
      ),
      path,
    ).toEqual([]);
  }
});

test('a refused form and the documents of an owner’s pages are in German too', async () => {
  const { app, owner } = await everyAddress();
  const german = { language: 'de', direction: 'ltr', header: 'de' };
  const foreign = { method: 'POST', headers: { origin: 'https://elsewhere.example' }, body: '' };
  const refused = await read(app.visitor(), '/item/nothing', 'de', foreign);
  expect(refused).toMatchObject({ status: 403, shown: german });
  expect(notGerman(refused.html, '')).toEqual([]);
  await owner.call('updateUserProfile', { language: 'de' });
  for (const name of appPageNames.filter((each) => appPages[each].only && each !== 'admin')) {
    const { html, shown } = await read(owner, appPages[name].path, 'de');
    expect(shown, name).toEqual(german);
    expect(notGerman(html, appPages[name].path), name).toEqual([]);
  }
});

test('maintenance is told in German wherever one is, and a language can be chosen meanwhile', async () => {
  const { app, addresses } = await everyAddress({ publicUrl: 'https://tags.example' });
  await app.services.db
    .insertInto('settings')
    .values({ key: 'maintenance', value: JSON.stringify({ enabled: true }) })
    .execute();
  await app.services.events.publish({ kind: 'settings' });
  await expect.poll(async () => (await read(app.visitor(), '/about', 'de')).status).toBe(503);
  for (const path of addresses) {
    const { html, shown } = await read(app.visitor(), path, 'de');
    expect(shown, path).toEqual({ language: 'de', direction: 'ltr', header: 'de' });
    expect(notGerman(html, path), path).toEqual([]);
  }
  expect((await read(app.visitor(), languagePath('/about'), 'de')).status).toBe(200);
});

test('search engines are told of each public page in every language that it has, and which address is whose', async () => {
  const app = await startApp();
  const links = (html: string, rel: string) => [
    ...html.matchAll(new RegExp(`<link rel="${rel}"(?: hrefLang="([^"]*)")? href="([^"]*)"`, 'gi')),
  ];
  for (const path of indexed) {
    const page = app.url + path;
    const { html } = await read(app.visitor(), path, 'de');
    expect(links(html, 'alternate').map(([, language, href]) => [language, href])).toEqual([
      ...(forFinders.includes(path) ? languages : restLanguages).map((language) => [
        language,
        `${page}?lang=${language}`,
      ]),
      ['x-default', page],
    ]);
    expect(links(html, 'canonical').map(([, , href]) => href)).toEqual([page]);
    for (const language of restLanguages) {
      const own = await read(app.visitor(), `${path}?lang=${language}`, 'en');
      expect(own.shown.language).toBe(language);
      expect(links(own.html, 'canonical').map(([, , href]) => href)).toEqual([`${page}?lang=${language}`]);
    }
  }
  const item = await makeItem(await makeOwner(app));
  const finders = await read(app.visitor(), `/item/${item.hash}?lang=de`, 'de');
  expect(links(finders.html, 'alternate')).toEqual([]);
  expect(links(finders.html, 'canonical').map(([, , href]) => href)).toEqual([`${app.url}/item/${item.hash}`]);
});
