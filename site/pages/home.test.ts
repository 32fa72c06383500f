import { expect, test } from 'vitest';
import { archiveProduct, changeProduct, hideProduct } from '../../domain/shop/products.ts';
import { changeStock } from '../../domain/shop/stock.ts';
import { languages, translationsIn } from '../../language/languages.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/make.ts';
import { makeProduct, openShop } from '../../test/shop.ts';

async function read(app: App, language: string, path = '/'): Promise<string> {
  const answer = await app.visitor().fetch(path, { headers: { 'accept-language': language } });
  return answer.text();
}

const languageOf = (html: string) => /<html lang="([^"]*)"/.exec(html)?.[1];
const hrefLangs = (text: string) => [...new Set([...text.matchAll(/hreflang="([^"]+)"/gi)].map(([, tag]) => tag))];

test('the home page says what the cheapest tags cost that can be bought now, as the language writes it, and nothing of a closed shop', async () => {
  const app = await startApp();
  const admin = { uid: 'test' };
  const priceIn = async (language: string) => {
    const [, prices = ''] = /aria-labelledby="costs">(.*?)<\/section>/s.exec(await read(app, language)) ?? [];
    return [...prices.matchAll(/<p class="headline">(.*?)<\/p>/g)].map(([, price]) => price);
  };
  const closed = await makeProduct(app, { priceMinor: 300 });
  expect(await priceIn('en')).toEqual(['Free']);
  await openShop(app);
  await expect.poll(() => priceIn('en')).toEqual(['Free', 'from €3.00']);
  expect(await priceIn('de')).toEqual(['Kostenlos', 'ab 3,00\u00a0€']);
  expect(await priceIn('ar')).toEqual(['مجانًا', expect.stringContaining('3.00')]);
  const [sold, gift, dear] = await Promise.all([
    makeProduct(app, { priceMinor: 200, stock: 1 }),
    makeProduct(app, { priceMinor: 100, tagsEach: 0 }),
    makeProduct(app, { priceMinor: 1234, stock: null }),
  ]);
  await expect.poll(() => priceIn('en')).toEqual(['Free', 'from €2.00']);
  await changeStock(admin, { id: sold.id, difference: -1, key: crypto.randomUUID() }, app.services);
  await expect.poll(() => priceIn('en')).toEqual(['Free', 'from €3.00']);
  await hideProduct(admin, { id: closed.id, hidden: true }, app.services);
  await expect.poll(() => priceIn('en')).toEqual(['Free', 'from €12.34']);
  await changeProduct(admin, { id: dear.id, priceMinor: 1200 }, app.services);
  await expect.poll(() => priceIn('en')).toEqual(['Free', 'from €12.00']);
  await archiveProduct(admin, { id: dear.id, archived: true }, app.services);
  await expect.poll(() => priceIn('en')).toEqual(['Free']);
  expect(gift.priceMinor).toBe(100);
});

test('the home page is in each finder’s language, until the operator has one of their own, and again after it', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const expectOurs = async () => {
    for (const _ of ['drawn', 'cached']) {
      const html = await read(app, 'ar, de;q=0.5');
      expect([languageOf(html), html.includes(translationsIn('ar')('homePage.closing'))]).toEqual(['ar', true]);
      expect(hrefLangs(html)).toEqual([...languages, 'x-default']);
    }
    const entry = /<url><loc>[^<]*\/<\/loc>.*?<\/url>/.exec(await read(app, 'en', '/sitemap.xml'))?.[0] ?? '';
    expect(hrefLangs(entry)).toEqual(languages);
  };
  await expectOurs();
  const of = { page: 'home', language: 'de' } as const;
  const words = { documentTitle: 'Trove', description: 'Funde', title: 'Trove', lead: '', text: 'Aus Bremen.' };
  const { revision } = await admin.call('savePageDraft', { ...of, revision: 0, words });
  await admin.call('publishPage', { ...of, revision });
  await expect.poll(() => read(app, 'ar, de;q=0.5')).toContain('Aus Bremen.');
  for (const _ of ['drawn', 'cached']) {
    for (const language of ['ar', 'ja', 'en', 'de']) {
      const html = await read(app, language);
      expect([languageOf(html), html.includes('Aus Bremen.')], language).toEqual(['de', true]);
      expect(html, language).toContain(translationsIn('de')('code.title'));
      expect(html, language).not.toMatch(/ lang="(?!de")[^"]*"/);
      expect(hrefLangs(html)).toEqual(['de', 'x-default']);
    }
    const entry = /<url><loc>[^<]*\/<\/loc>.*?<\/url>/.exec(await read(app, 'en', '/sitemap.xml'))?.[0] ?? '';
    expect(hrefLangs(entry)).toEqual(['de']);
  }
  expect(await read(app, 'ar', '/?code=abcd')).toContain(translationsIn('de')('code.unknown'));
  await admin.call('showDefaultPage', { ...of, revision: revision + 1 });
  await expect.poll(async () => languageOf(await read(app, 'ar, de;q=0.5'))).toBe('ar');
  await expectOurs();
});

test.each(languages)(
  'C-1.07 the home page says what it is in title, description and keywords: %s',
  async (language) => {
    const t = translationsIn(language);
    const title = t('homePage.documentTitle', { product: 'Handback', tagline: t('frame.tagline') });
    expect(title.length).toBeLessThan(70);
    const { length } = t('homePage.description');
    expect(length).toBeGreaterThan(50);
    expect(length).toBeLessThan(170);
    expect(t('homePage.keywords')).toContain(',');
  },
);

test('where nothing can be bought, the home page leads to printing alone', async () => {
  const app = await startApp();
  const toBuy = async () => (await read(app, 'en')).split(translationsIn('en')('homePage.buyTags')).length - 1;
  expect(await toBuy()).toBe(0);
  await openShop(app);
  await makeProduct(app, { priceMinor: 300 });
  await expect.poll(toBuy).toBe(2);
});
