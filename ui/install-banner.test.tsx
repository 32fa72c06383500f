import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { inEnglish } from '../test/in-english.tsx';
import { defaultBrand } from './brand.ts';
import { InstallBanner } from './install-banner.tsx';

test('C-2.19 the install banner names the product, what it brings, and two ways on', () => {
  const html = renderToStaticMarkup(inEnglish(<InstallBanner brand={{ ...defaultBrand, productName: 'Wiederda' }} />));
  expect(html.split(/<[^>]+>/).filter(Boolean)).toEqual([
    'Install Wiederda App',
    'Get quick access and offline features',
    'Tap Share, then Add to Home Screen.',
    'Install',
    'Not now',
  ]);
});
