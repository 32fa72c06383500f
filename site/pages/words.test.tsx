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

test('who orders without an account reads apart from owners what is stored; the privacy page names each legal basis, and to whom objections go', () => {
  const [, ofOrders = ''] = /<section id="orders"(.*?)<\/section>/s.exec(draw(pages.privacy)) ?? [];
  for (const said of ['With or without an account', 'eleven years']) expect(ofOrders).toContain(said);
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

  test('has one first heading, no attribute that the policy refuses, no link that leads nowhere or elsewhere, and loads nothing; it stays far below 30,000 bytes', () => {
    const html = draw(page);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/ (style|on[a-z]+)="/);
    expect(html).not.toMatch(/<(img|script|iframe|link)\b/);
    for (const [, href = ''] of html.matchAll(/href="([^"]+)"/g)) {
      if (href.startsWith('#')) expect(html).toContain(`id="${href.slice(1)}"`);
      else expect(href).toMatch(/^(\/|mailto:)/);
    }
    for (const [, path = '', id] of draw(page).matchAll(/href="(\/[a-z]*)#([^"]+)"/g)) {
      const name = sitePageNames.find((each) => sitePages[each].path === path);
      expect(name && draw(pages[name]), `${path}#${id}`).toContain(`id="${id}"`);
    }
    expect(brotliCompressSync(draw(page)).length).toBeLessThan(6_000);
  });
});

test('an article lists its parts beside its text, without links in links, unless they are few', () => {
  const contentsOf = (html: string) => /<nav class="article-contents".*?<\/nav>/s.exec(html)?.[0] ?? '';
  for (const page of [pages.terms, pages.guides, pages.instructions, pages.support]) {
    const html = draw(page);
    const parts = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => `#${id}`);
    const listed = [...contentsOf(html).matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)];
    expect(parts.length).toBeGreaterThan(3);
    expect(listed.map(([, href]) => href)).toEqual(parts);
  }
  expect(contentsOf(draw(pages.about))).toBe('');
});

describe('the form for a code that is typed', () => {
  test('asks for the code without complaint at first; shows an unknown one again, says what to check, and stands before everything else', () => {
    const html = draw(pages.home);
    expect(html).toMatch(/<form [^>]*action="\/" method="get"/);
    expect(html).toMatch(/<input[^>]* name="code"/);
    expect(html).not.toContain('We don’t know this code');
    const nextHtml = draw(pages.home, 'code=abcd-efgh');
    expect(nextHtml).toContain('value="abcd-efgh"');
    expect(nextHtml).toContain(
      'We don’t know this code. Check it against the tag: 16 letters and digits, in groups of four.',
    );
    expect(nextHtml.indexOf('<form')).toBeLessThan(nextHtml.indexOf('<h1'));
  });
});

test('the name of the operator’s product and company stand where the defaults would', () => {
  const brand = { ...defaultBrand, productName: 'Trove', legalName: 'Trove Ltd', contactEmail: 'help@trove.example' };
  const words = Object.values(pages)
    .map((page) => page.metadata(translationsIn('en'), brand, 'https://tags.example').title + draw(page, '', brand))
    .join();
  expect(words).not.toContain('Handback');
  for (const said of ['Trove Ltd', 'mailto:help@trove.example']) expect(words).toContain(said);
});

function draw(page: StaticPage, query = '', brand = defaultBrand): string {
  const t = translationsIn('en');
  const context = {
    t,
    brand,
    viewer: null,
    publicUrl: 'https://tags.example',
    query: new URLSearchParams(query),
    map: { page: 'https://maps.example/', server: undefined },
    byCard: false,
  };
  return renderToStaticMarkup(
    <TranslationsContext value={t}>
      <page.Body {...context} />
    </TranslationsContext>,
  );
}
