import { brotliCompressSync } from 'node:zlib';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { restLanguages, translationsIn } from '../../language/languages.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import { sitePageNames, sitePages } from '../../paths/site-pages.ts';
import { defaultBrand } from '../../ui/brand.ts';
import { appMetadata } from '../../ui/page-metadata.ts';
import { TranslationsContext } from '../../ui/translations-context.ts';
import type { StaticPage } from '../document/page.ts';
import { wordsPages } from './words-pages.tsx';

const pages = wordsPages(false);

test('who orders without an account reads apart from owners what is stored', () => {
  const [, ofOrders = ''] = /<section id="orders"(.*?)<\/section>/s.exec(draw(pages.privacy)) ?? [];
  expect(ofOrders).toContain('With or without an account');
  expect(ofOrders).toContain('eleven years');
});

test('the privacy page names each legal basis, and to whom objections go', () => {
  const [, why = ''] = /<section id="why"(.*?)<\/section>/s.exec(draw(pages.privacy)) ?? [];
  for (const letter of 'abcf') expect(why).toContain(`(letter ${letter})`);
  expect(why).toContain(`mailto:${defaultBrand.contactEmail}`);
});

test.each(restLanguages)('C-1.07 each page of the app has keywords of its own: %s', (language) => {
  const pages = Object.keys(appPages) as AppPageName[];
  const keywords = pages.map((page) => appMetadata(page, translationsIn(language), defaultBrand).keywords);
  expect(new Set(keywords).size).toBe(pages.length);
});

describe.each(Object.entries(pages))('%s', (_, page) => {
  test.each(restLanguages)('C-1.07 says what it is in title, description and keywords: %s', (language) => {
    const { title, description, keywords } = page.metadata(
      translationsIn(language),
      defaultBrand,
      'https://tags.example',
    );
    expect(title.length).toBeGreaterThan(4);
    expect(title.length).toBeLessThan(70);
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThan(170);
    expect(keywords).toContain(',');
  });

  test('has one first heading, and no attribute that the content security policy refuses', () => {
    const html = draw(page);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/ (style|on[a-z]+)="/);
  });

  test('loads nothing and links within the site or to a mail address', () => {
    const html = draw(page);
    expect(html).not.toMatch(/<(img|script|iframe|link)\b/);
    for (const [, href] of html.matchAll(/href="([^"]+)"/g)) expect(href).toMatch(/^(\/|mailto:)/);
  });

  test('links only to parts of pages that exist', () => {
    for (const [, path = '', id] of draw(page).matchAll(/href="(\/[a-z]*)#([^"]+)"/g)) {
      const name = sitePageNames.find((each) => sitePages[each].path === path);
      expect(name && draw(pages[name]), `${path}#${id}`).toContain(`id="${id}"`);
    }
  });

  test('stays far below 30,000 bytes', () => {
    expect(brotliCompressSync(draw(page)).length).toBeLessThan(6_000);
  });
});

describe('the form for a code that is typed', () => {
  test('asks for the code without complaint at first', () => {
    const html = draw(pages.home);
    expect(html).toMatch(/<form [^>]*action="\/" method="get"/);
    expect(html).toMatch(/<input[^>]* name="code"/);
    expect(html).not.toContain('We don’t know this code');
  });

  test('shows an unknown code again, says what to check, and stands before everything else', () => {
    const html = draw(pages.home, 'code=abcd-efgh');
    expect(html).toContain('value="abcd-efgh"');
    expect(html).toContain(
      'We don’t know this code. Check it against the tag: 16 letters and digits, in groups of four.',
    );
    expect(html.indexOf('<form')).toBeLessThan(html.indexOf('<h1'));
  });
});

test('the name of the operator’s product and company stand where the defaults would', () => {
  const brand = { ...defaultBrand, productName: 'Trove', legalName: 'Trove Ltd', contactEmail: 'help@trove.example' };
  const words = Object.values(pages)
    .map((page) => page.metadata(translationsIn('en'), brand, 'https://tags.example').title + draw(page, '', brand))
    .join();
  expect(words).not.toContain('Handback');
  expect(words).toContain('Trove Ltd');
  expect(words).toContain('mailto:help@trove.example');
});

function draw(page: StaticPage, query = '', brand = defaultBrand): string {
  const t = translationsIn('en');
  const context = {
    t,
    finderT: t,
    brand,
    viewer: null,
    publicUrl: 'https://tags.example',
    query: new URLSearchParams(query),
    mapHost: undefined,
    byCard: false,
  };
  return renderToStaticMarkup(
    <TranslationsContext value={t}>
      <page.Body {...context} />
    </TranslationsContext>,
  );
}
