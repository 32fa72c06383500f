import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inEnglish } from '../test/in-english.tsx';
import { defaultBrand } from './brand.ts';
import { Footer } from './footer.tsx';
import { StoreBadge } from './store-badge.tsx';

test('C-1.06 C-2.14 tagline, app-store badge, copyright line and the four links; the way to the other languages is one link, which names the language shown', () => {
  const brand = { ...defaultBrand, appStoreUrl: 'https://store.example/app', legalName: 'Lost & Found Ltd' };
  const html = renderToStaticMarkup(
    inEnglish(
      <Footer brand={brand} path="/about" search="" others theme={{ scheme: undefined }}>
        <StoreBadge brand={brand} />
      </Footer>,
    ),
  );
  expect(html).toContain('Lost things find their way home.');
  expect(html).toContain('© Lost &amp; Found Ltd');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    'https://store.example/app',
    '/privacy',
    '/terms',
    '/legal',
    '/contact',
    '/support',
    '/language?to=%2Fabout',
  ]);
  const draw = (path: string, others = true) =>
    renderToStaticMarkup(inEnglish(<Footer brand={defaultBrand} path={path} search="?a=b" others={others} />));
  expect(draw('/item/x')).toMatch(
    /<a href="\/language\?to=%2Fitem%2Fx%3Fa%3Db"[^>]*><svg.*<\/svg>Language: English<\/a>/s,
  );
  expect(draw('/language')).not.toContain('href="/language');
  expect(draw('/item/x', false)).not.toContain('href="/language');
});
