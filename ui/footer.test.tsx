import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { nameOfLanguage } from '../language/names.ts';
import { inEnglish } from '../test/in-english.tsx';
import { defaultBrand } from './brand.ts';
import { Footer } from './footer.tsx';
import { StoreBadge } from './store-badge.tsx';

test('C-1.06 C-2.14 tagline, app-store badge, copyright line and the four links', () => {
  const brand = { ...defaultBrand, appStoreUrl: 'https://store.example/app', legalName: 'Lost & Found Ltd' };
  const html = renderToStaticMarkup(
    inEnglish(
      <Footer brand={brand} languages={[]} path="/about" search="" signedIn={false}>
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
  ]);
});

const choiceOf = (...languages: string[]) => {
  const footer = (
    <Footer
      brand={defaultBrand}
      languages={languages.map(nameOfLanguage)}
      path="/item/x"
      search="?a=b"
      signedIn={false}
    />
  );
  const [, choice = ''] =
    /<nav aria-label="Language">(.*?)<\/nav>/s.exec(renderToStaticMarkup(inEnglish(footer))) ?? [];
  return [...choice.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, label]) => [href, label]);
};

test('one other language is a link, more are behind one link to the list of all', () => {
  expect(choiceOf('de', 'en')).toEqual([['?a=b&amp;lang=de', 'Deutsch']]);
  expect(choiceOf('de', 'en', 'fr')).toEqual([['/language?to=%2Fitem%2Fx%3Fa%3Db', 'Language: English']]);
});
