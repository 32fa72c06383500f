import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { withItem } from '../../test/worlds.ts';

type Manifest = {
  name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
};

async function readManifest(visitor: { get(path: string): Promise<Response> }): Promise<Manifest> {
  return (await (await visitor.get('/manifest.webmanifest')).json()) as Manifest;
}

test('C-1.05 the manifest carries the operator’s name, and leads to My Items and Messages', async () => {
  const app = await startApp();
  const value = JSON.stringify({ productName: 'Wiederda' });
  await app.services.db.insertInto('settings').values({ key: 'brand', value }).execute();
  const answer = await app.visitor().get('/manifest.webmanifest');
  expect(answer.headers.get('content-type')).toBe('application/manifest+json');
  expect(await answer.json()).toMatchObject({
    name: 'Wiederda',
    start_url: '/items',
    scope: '/',
    display: 'standalone',
    shortcuts: [
      { name: 'My Items', url: '/items' },
      { name: 'Messages', url: '/inbox' },
    ],
  });
});

test.each([
  ['/manifest.webmanifest?lang=de', 'en', 'de'],
  ['/manifest.webmanifest?lang=en', 'de', 'en'],
  ['/manifest.webmanifest', 'de-AT', 'de'],
  ['/manifest.webmanifest', 'fr', 'en'],
])('C-1.05 %s for a browser that asks for %s is in %s', async (path, acceptLanguage, language) => {
  const visitor = (await sharedApp()).visitor();
  const answer = await visitor.fetch(path, { headers: { 'accept-language': acceptLanguage } });
  expect(answer.headers.get('vary')).toContain('Accept-Language');
  expect(answer.headers.get('set-cookie'), 'nobody chose it').toBeNull();
  const names = { de: ['Meine Sachen', 'Nachrichten'], en: ['My Items', 'Messages'] }[language];
  const descriptions: Record<string, string> = {
    de: 'Verlorenes findet nach Hause.',
    en: 'Lost things find their way home.',
  };
  expect(await answer.json()).toMatchObject({
    lang: language,
    dir: 'ltr',
    description: descriptions[language],
    shortcuts: names?.map((name) => ({ name })),
  });
});

test('C-1.05 its icons are what it says they are, one of them for systems that cut their own shape', async () => {
  const visitor = (await sharedApp()).visitor();
  const { icons } = await readManifest(visitor);
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ]);
  for (const { src, sizes, type, purpose } of icons) {
    const answer = await visitor.get(src);
    expect(answer.headers.get('content-type'), src).toBe(type);
    const picture = sharp(Buffer.from(await answer.arrayBuffer()));
    const { width, height } = await picture.metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
    expect((await picture.stats()).isOpaque, src).toBe(purpose === 'maskable');
  }
});

test('C-1.05 every page, the finder’s and the app’s too, names the manifest and colours the browser’s frame, and WebKit has nothing to complain about', async () => {
  const { app, item } = await withItem();
  for (const path of ['/', '/about', '/signin', `/item/${item.hash}`]) {
    const html = await app.visitor().read(path);
    expect(html, path).toContain('<link rel="manifest" href="/manifest.webmanifest?lang=en"/>');
    expect(
      html.match(/<meta name="theme-color" content="#\w{6}" media="\(prefers-color-scheme: \w+\)"\/>/g),
    ).toHaveLength(2);
    const appleIcon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect((await app.visitor().get(appleIcon)).headers.get('content-type'), path).toBe('image/png');
    const policy = (await app.visitor().get(path)).headers.get('content-security-policy');
    expect(policy, path).toContain("default-src 'self'");
    expect(policy, path).not.toContain('manifest-src');
    // It does not know this part of the viewport, which the app's own script adds elsewhere.
    expect(html, path).not.toContain('interactive-widget');
  }
});

test('C-9.05 a script of an older release is gone, and nothing remembers that', async () => {
  const answer = await (await sharedApp()).visitor().get('/assets/main-0lder000.js');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
});
