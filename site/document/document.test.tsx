import { expect, test } from 'vitest';
import { translationsIn } from '../../language/languages.ts';
import { defaultBrand } from '../../ui/brand.ts';
import { renderDocument } from './document.tsx';

const assets = {
  siteScript: '/site.js',
  productScript: '/product.js',
  conversationScript: '/conversation.js',
  app: {
    script: '/app.js',
    startScript: '/start.js',
    styles: [],
    preload: [],
    texts: {},
    lateTexts: {},
    adminTexts: {},
    pages: {},
  },
};

test.each([
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['fa-AF', 'rtl'],
  ['az-Arab', 'rtl'],
  ['az', 'ltr'],
  ['de', 'ltr'],
  ['ja', 'ltr'],
])('a document in %s runs %s', (language, direction) => {
  const t = Object.assign(translationsIn('en').bind(null), translationsIn('en'), { language });
  for (const face of ['site', 'finder', 'app'] as const) {
    const html = renderDocument({
      face,
      metadata: { title: 'Title', description: 'Description', keywords: 'words' },
      t,
      path: '/about',
      brand: defaultBrand,
      publicUrl: 'https://tags.example',
      assets,
      children: null,
    });
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
  }
});
