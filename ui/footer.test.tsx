import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inEnglish } from '../test/in-english.tsx';
import { defaultBrand } from './brand.ts';
import { Footer } from './footer.tsx';

test('C-1.06 C-2.14 tagline, app-store badge, copyright line and the four links', () => {
  const brand = { ...defaultBrand, appStoreUrl: 'https://store.example/app', legalName: 'Lost & Found Ltd' };
  const html = renderToStaticMarkup(inEnglish(<Footer brand={brand} languages={[]} search="" />));
  expect(html).toContain('Lost things find their way home.');
  expect(html).toContain('© Lost &amp; Found Ltd');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    'https://store.example/app',
    '/privacy',
    '/terms',
    '/legal',
    '/contact',
  ]);
});
