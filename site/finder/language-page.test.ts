import { expect, test } from 'vitest';
import { languages } from '../../language/languages.ts';
import { startApp } from '../../test/app.ts';
import { makeOwner } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withConversation } from '../../test/worlds.ts';

async function linksOf(visitor: Visitor, to: string): Promise<(string | undefined)[]> {
  const answer = await visitor.get(`/language?to=${encodeURIComponent(to)}`);
  expect(answer.status).toBe(200);
  const [, main = ''] = /<main id="main">(.*)<\/main>/s.exec(await answer.text()) ?? [];
  return [...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));
}

test('the list of languages names each as its speakers do, says which one is shown, and leads back to where one came from, in the language that one takes; whoever is signed in keeps the choice with the profile by sending it, and comes back; others only come back', async () => {
  const { app, finder, path } = await withConversation();
  const links = await linksOf(finder, path);
  expect(links).toEqual([...languages.map((language) => `${path}?lang=${language}`), path]);
  expect(await finder.read(`${path}?lang=he`)).toContain('<html lang="he" dir="rtl"');
  expect(await finder.read(path)).toContain('<html lang="he" dir="rtl"');
  expect(await linksOf(app.visitor(), '/signin?next=/inbox&lang=en')).toEqual([
    ...languages.map((language) => `/signin?next=%2Finbox&lang=${language}`),
    '/signin?next=/inbox&lang=en',
  ]);
  const html = await (await (await startApp()).visitor().get('/language?lang=de')).text();
  expect(html).toMatch(/<a [^>]*lang="en"[^>]*>English<\/a>/);
  expect(html).toMatch(/<a [^>]*lang="de"[^>]*aria-current="true"[^>]*>Deutsch<\/a>/);
  expect(html).toMatch(/<a [^>]*lang="ar"[^>]*>العربية<\/a>/);
  expect(html).toContain(
    'Was Finder sehen, gibt es in allen diesen Sprachen, die meisten anderen Seiten auf Deutsch und English.',
  );
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  const owner = await makeOwner(app);
  const kept = async () => (await owner.call('getUserProfile', { id: owner.uid }))?.language;
  expect(await owner.read('/language?to=/about?x=1')).toMatch(
    /<form action="\/language" method="post"><input type="hidden" name="to" value="\/about\?x=1"\/><button [^>]*value="de"/,
  );
  const choose = (visitor: Visitor, lang: string, to = '/items?x=1') => visitor.post('/language', { lang, to });
  const chosen = await choose(owner, 'de');
  expect([chosen.status, chosen.headers.get('location'), await kept()]).toEqual([303, '/items?x=1&lang=de', 'de']);
  expect((await choose(owner, 'xx')).status).toBe(422);
  expect(await kept()).toBe('de');
  const elsewhere = await choose(app.visitor(), 'en', '//elsewhere.example/');
  expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([303, '/?lang=en']);
});

test.each([
  '',
  'about',
  'https://elsewhere.example/',
  '//elsewhere.example/about',
  '/\\elsewhere.example/about',
  '/.//elsewhere.example',
  '/%2F/elsewhere.example/%',
  'javascript:alert(1)',
])('it leads to our own pages only: %s', async (to) => {
  const visitor = (await sharedApp()).visitor();
  expect(await linksOf(visitor, to)).toEqual([...languages.map((language) => `/?lang=${language}`), '/']);
});
