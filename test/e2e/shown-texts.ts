import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { englishTexts, unknownTexts } from '../catalogue-texts.ts';

/** The page shows no English text of the catalogue, and nothing but texts of this language’s and what the test wrote. */
export async function expectAllIn(language: string, page: Page, written: RegExp[]): Promise<void> {
  const { pathname } = new URL(page.url());
  const texts = await textsOf(page);
  expect(englishTexts(texts, language), `English on ${pathname}`).toEqual([]);
  expect(unknownTexts(texts, language, written), `not in the catalogue, on ${pathname}`).toEqual([]);
}

/** Text nodes, titles and labels, seen or not. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [title = ''] = document.title.split(' · ');
    const texts = [title];
    for (const element of document.querySelectorAll('body, body *')) {
      if (element.matches('script, style, noscript')) continue;
      const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      texts.push(...nodes.map((node) => node.textContent ?? ''));
      const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
      texts.push(...attributes.map((name) => element.getAttribute(name) ?? ''));
    }
    return texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text));
  });
}
