import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sitePages } from '../../paths/site-pages.ts';
import type { App } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { scanPictures } from '../../test/scanned-codes.ts';
import { shareApp } from '../../test/shared-app.ts';
import { makeProduct, openShop } from '../../test/shop.ts';

const sharedApp = shareApp();
const publicPaths = Object.values(sitePages).map(({ path }) => path);

async function pictureOf(app: App, path: string, language = 'en'): Promise<string> {
  const visitor = app.visitor();
  visitor.language = language;
  const html = await visitor.read(path);
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  return (/<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '').replace(app.url, '');
}

test('each public page has a picture of its own, in English and in German; it is drawn from the brand and the title, and its code scans; sixty who ask for a new picture at once wait for one drawing; other words are drawn for nobody; a page for one person has the picture that says nothing of it; the home page says who runs the site', async () => {
  const app = await sharedApp();
  await openShop(app);
  const { slug } = await makeProduct(app, { kind: 'luggage-tag', names: { en: 'Luggage tag', de: 'Kofferanhänger' } });
  const paths = [...publicPaths, `/product/${slug}`];
  const found = await Promise.all(
    paths.flatMap((path) => ['en', 'de'].map((language) => pictureOf(app, path, language))),
  );
  expect(new Set(found).size).toBe(2 * paths.length);
  for (const path of found) expect(path).toMatch(/^\/social\/[\w-]+\.[\w-]+\.png$/);

  const drawn: Buffer[] = [];
  for (const path of [found[0], found[1], found.at(-1)]) {
    const answer = await app.visitor().get(path ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const picture = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630, hasAlpha: false });
    expect(picture.length).toBeLessThan(100_000);
    drawn.push(picture);
  }
  const [home, inGerman, product] = drawn;
  expect(home?.equals(inGerman ?? Buffer.alloc(0))).toBe(false);
  expect(await scanPictures([home ?? Buffer.alloc(0)])).toEqual([`${app.url}/#scanned`]);
  // The green of the luggage tag's body.
  const body = await sharp(product)
    .extract({ left: 860, top: 382, width: 4, height: 4 })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const [red = 255, green = 0] = body;
  expect(green - red).toBeGreaterThan(60);
  const path = await pictureOf(app, '/about');
  const answers = await Promise.all(Array.from({ length: 60 }, () => app.visitor().get(path)));
  expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
  const [, text = '', code = ''] = /^\/social\/([^.]+)\.([^.]+)\.png$/.exec(path) ?? [];
  const other = Buffer.from(JSON.stringify([1, 'en', 'Handback', 'You have won', null])).toString('base64url');
  for (const forged of [
    `${other}.${code}`,
    `${text}.AAAAAAAAAAAAAAAAAAAAAA`,
    `${text}.x`,
    `${text}.${code}.x`,
    'x.x',
    'x',
  ])
    expect((await app.visitor().get(`/social/${forged}.png`)).status, forged).toBe(404);
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { path: nextPath } = await makeConversation(app, item);
  for (const each of [`/item/${item.hash}`, `/item/nothing`, nextPath, '/signin', '/language'])
    expect(await pictureOf(app, each), each).toBe('/og-image.png');
  const organization = {
    '@type': 'Organization',
    name: 'Handback',
    url: `${app.url}/`,
    logo: `${app.url}/icons/tag-512.png`,
  };
  for (const path of ['/', '/about']) {
    const html = await app.visitor().read(path);
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');
    expect([data['@graph'] ?? data].flat()).toContainEqual(expect.objectContaining(organization));
  }
  expect((await app.visitor().get('/icons/tag-512.png')).status).toBe(200);
});
