import { expect, test } from 'vitest';
import type { PageWords } from '../../domain/pages/contract/schema.ts';
import { defaultShopSettings } from '../../domain/shop/contract/shop-settings.ts';
import { sitePageNames, sitePages } from '../../paths/site-pages.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, makeOwner } from '../../test/make.ts';
import { forgetLimits, shareApp } from '../../test/shared-app.ts';
import { makeProduct, openShop } from '../../test/shop.ts';
import type { Visitor } from '../../test/visitor.ts';

const sharedApp = shareApp();

const words: PageWords = {
  documentTitle: 'Who we are',
  description: 'Two people and a dog.',
  title: 'Two people and a dog',
  lead: 'We run this.',
  text: 'We live in Bremen.',
};

async function enter(): Promise<{ app: App; admin: Visitor }> {
  const app = await sharedApp();
  await forgetLimits(app);
  for (const table of ['pageDrafts', 'pageVersions'] as const) await app.services.db.deleteFrom(table).execute();
  await app.services.events.publish({ kind: 'pages' });
  return { app, admin: await makeAdministrator(app) };
}

type Of = { page: (typeof sitePageNames)[number]; language: string };

async function publish(admin: Visitor, of: Of, change: Partial<PageWords> = {}) {
  const { revision } = await admin.call('readEditedPage', of);
  const saved = await admin.call('savePageDraft', { ...of, revision, words: { ...words, ...change } });
  return admin.call('publishPage', { ...of, revision: saved.revision });
}

const about = { page: 'about', language: 'en' } as const;

async function read(app: App, path: string, language = 'en'): Promise<string> {
  const answer = await app.visitor().fetch(path, { headers: { 'accept-language': language } });
  return answer.text();
}

const main = (html: string) => /<main id="main"[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
const textIn = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

test('words that are published stand on the page at once, in their language alone, with title and description', async () => {
  const { app, admin } = await enter();
  expect(await read(app, '/about')).not.toContain('Bremen');
  await publish(admin, about, { description: 'We live in <b>Bremen</b>.' });
  const html = await read(app, '/about');
  expect(html).toContain('<title>Who we are</title>');
  expect(html).toContain('<meta name="description" content="We live in Bremen."');
  expect(textIn(main(html))).toBe('Two people and a dog We run this. We live in Bremen.');
  expect(await read(app, '/about', 'de')).not.toContain('Bremen');
});

test('what everybody reads is what a second process published, although it had the page in its cache', async () => {
  const { app, admin } = await enter();
  const other = await startApp({ besides: app });
  const isCached = async () => (await other.visitor().get('/about')).headers.has('etag');
  await expect.poll(isCached).toBe(true);
  await publish(admin, about);
  await expect.poll(() => read(other, '/about')).toContain('We live in Bremen.');
  await expect.poll(isCached).toBe(true);
  const { revision } = await admin.call('readEditedPage', about);
  await admin.call('showDefaultPage', { ...about, revision });
  await expect.poll(() => read(other, '/about')).not.toContain('We live in Bremen.');
});

test.each(['en', 'de'])(
  'each page says the same when the words to begin with are published as they are: %s',
  async (language) => {
    const { app, admin } = await enter();
    for (const page of sitePageNames) {
      const path = sitePages[page].path;
      const before = await read(app, path, language);
      const start = await (await admin.get(`/admin/pages/${page}/default?language=${language}`)).json();
      await publish(admin, { page, language }, start as PageWords);
      const after = await read(app, path, language);
      const sorted = (html: string) => textIn(main(html)).split(' ').sort();
      expect.soft([page, sorted(after)]).toEqual([page, sorted(before)]);
      const ids = (html: string) => [...main(html).matchAll(/<(?:section|h2)[^>]* id="([\w-]+)"/g)].map(([, id]) => id);
      expect.soft(ids(after), page).toEqual(expect.arrayContaining(ids(before)));
      expect.soft([page, dataIn(after)?.['@type']]).toEqual([page, dataIn(before)?.['@type']]);
    }
  },
);

test.each([
  ['a script', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['ends of elements', '</script></article></main>]]>--><![CDATA['],
  ['signs of markup', '1 < 2 & "3" > 2 <b'],
  [
    'addresses that are scripts',
    '[a](javascript:alert) [b](data:text/html,x) [c](//evil.example) [d](/\\\\evil.example)',
  ],
  ['a hundred lists in lists', Array.from({ length: 100 }, (_, n) => `${'  '.repeat(n)}- Level ${n}`).join('\n')],
  ['marks without an end', '**[('.repeat(4_000)],
  ['brackets', `${'['.repeat(9_000)}${']('.repeat(500)}`],
  ['spaces in a heading', `## a${' '.repeat(19_000)}b`],
  ['text that turns its direction', 'مرحبا \u202egnp.exe\u202c https://evil.example'],
])('a draft with %s stays text in the preview: no element, attribute or address of it', async (_, text) => {
  const { admin } = await enter();
  const support = { page: 'support', language: 'en' } as const;
  const hostile = {
    ...words,
    title: text.slice(0, 100),
    lead: text.slice(0, 400),
    text: `${text}\n\n## ${text.slice(0, 300)}\n\n${text.slice(0, 300)}`,
  };
  await admin.call('savePageDraft', { ...support, revision: 0, words: hostile });
  const answer = await admin.get('/admin/pages/support/preview?language=en');
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(main(html)).not.toMatch(/<(?:script|img|iframe|style|b)\b|\son\w+="|\u202e/i);
  for (const [, href] of main(html).matchAll(/ href="([^"]*)"/g))
    expect(href).toMatch(/^(?:\/(?![/\\])|#|mailto:|https:)/);
  const depth = (list: string) => (html.match(new RegExp(list, 'g')) ?? []).length;
  expect([depth('<main '), depth('</main>'), depth('</article>')]).toEqual([1, 1, 1]);
  expect(dataIn(html)?.['@type']).toBe('FAQPage');
  expect(html).toContain('<meta name="robots" content="noindex"');
});

test('only administrators see a preview; under the operator’s words the contact page keeps its form, and questions are searched; lists, headings, bold words and links are drawn', async () => {
  const { app, admin } = await enter();
  const owner = await makeOwner(app);
  for (const path of ['/admin/pages/about/preview', '/admin/pages/about/default']) {
    expect((await owner.get(path)).headers.get('location'), path).toBe('/about');
    expect((await app.visitor().get(path)).headers.get('location'), path).toContain('/signin?next=');
  }
  await publish(admin, { page: 'contact', language: 'en' });
  const sent = await app.visitor().post('/contact', { topic: 'data', text: 'Please delete it.', email: 'nobody' });
  const html = await sent.text();
  expect([sent.status, textIn(main(html))]).toEqual([422, expect.stringContaining('We live in Bremen.')]);
  expect(html).toContain('>Please delete it.</textarea>');
  const text = '## Is it </script> safe?\nYes, **very**.\n\n## Who pays?\n- You\n- Nobody';
  await publish(admin, { page: 'support', language: 'en' }, { text });
  const thirdHtml = await read(app, '/support');
  expect(thirdHtml.match(/<\/script>/g)).toHaveLength(thirdHtml.match(/<script/g)?.length ?? 0);
  const asked = dataIn(thirdHtml).mainEntity.map(
    ({ name, acceptedAnswer }: { name: string; acceptedAnswer: object }) => [name, acceptedAnswer],
  );
  expect(asked).toEqual([
    ['Is it  safe?', { '@type': 'Answer', text: 'Yes, very.' }],
    ['Who pays?', { '@type': 'Answer', text: 'You Nobody' }],
  ]);
  const found = await read(app, '/support?q=nobody');
  expect(found).toContain('Who pays?');
  expect(textIn(main(found))).not.toContain('Yes, very');

  await publish(
    admin,
    { page: 'support', language: 'en' },
    { text: '## It is gone {#lost}\nAsk around.\n\n## Who pays?\nYou' },
  );
  const lost = textIn(main(await read(app, '/support?q=stolen')));
  expect([lost, lost]).toEqual([expect.stringContaining('Ask around.'), expect.not.stringContaining('Who pays?')]);
  const fourthText = [
    'Read **this** and [that](https://example.com/a?b=c&d=e).',
    'A second line.',
    '',
    '## Where {#where}',
    '- One',
    '  1. Two',
    '    - Three',
    '      - Four',
    '- Five',
    '',
    '### Smaller',
    '[Write](mailto:{email}) to {operator}, or see [above](#where) and [the terms](/terms).',
  ].join('\n');
  const brand = {
    key: 'brand',
    value: JSON.stringify({ legalName: 'Trove & Co', contactEmail: 'help@trove.example' }),
  };
  await app.services.db.insertInto('settings').values(brand).execute();
  await app.services.events.publish({ kind: 'settings' });
  await publish(admin, about, { text: fourthText });
  const fourthHtml = /<div class="prose">(.*)<\/div><\/div><\/article>/s.exec(await read(app, '/about'))?.[1] ?? '';
  await app.services.db.deleteFrom('settings').where('key', '=', 'brand').execute();
  await app.services.events.publish({ kind: 'settings' });
  expect(fourthHtml.replace(/ (?:class|aria-labelledby)="[^"]*"/g, '')).toBe(
    '<p>Read <strong>this</strong> and <a href="https://example.com/a?b=c&amp;d=e">that</a>.<br/>A second line.</p>' +
      '<section id="where"><h2 id="where-title">Where</h2>' +
      '<ul><li>One<ol><li>Two<ul><li>Three</li><li>Four</li></ul></li></ol></li><li>Five</li></ul>' +
      '<h3>Smaller</h3><p><a href="mailto:help@trove.example">Write</a> to Trove &amp; Co, or see ' +
      '<a href="#where">above</a> and <a href="/terms">the terms</a>.</p></section>',
  );
});

test('while the shop is open, what is for sale and how it is delivered stay under the operator’s words, and who sells is in the words to begin with', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  await openShop(app);
  await makeProduct(app, { slug: 'brass' });
  const start = await (await admin.get('/admin/pages/buy/default?language=en')).json();
  expect(start.text).toContain('{#now}');
  expect(start.text).not.toMatch(/Key ring|Delivery/);
  const seller = { ...defaultShopSettings.seller, name: 'Trove Ltd', address: '1 Lane', taxNumber: 'DE123' };
  await openShop(app, { seller: { ...seller, email: 'shop@example.com' } });
  const said = {
    legal: 'Trove Ltd',
    'terms-and-conditions': 'To Trove Ltd, 1 Lane, shop@example.com',
    support: 'You are waiting for your order',
  } as const;
  for (const name of ['legal', 'terms-and-conditions', 'support'] as const) {
    const before = textIn(main(await read(app, `/${name}`)));
    const words = await (await admin.get(`/admin/pages/${name}/default?language=en`)).json();
    await publish(admin, { page: name, language: 'en' }, words);
    const after = textIn(main(await read(app, `/${name}`)));
    expect(after.split(' '), name).toEqual(expect.arrayContaining(before.split(' ')));
    expect(after, name).toContain(said[name]);
  }
  await publish(admin, { page: 'buy', language: 'en' });
  const page = main(await read(app, '/buy'));
  for (const said of ['Two people and a dog', 'We live in Bremen.', 'href="/product/brass"', 'id="delivery"'])
    expect(page).toContain(said);
  expect(page).not.toContain('id="now"');
  const german = main(await read(app, '/buy', 'de'));
  expect(german).not.toContain('Bremen');
  expect(german).toContain('id="now"');
});
