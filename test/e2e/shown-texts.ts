import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { englishTexts, unknownTexts } from '../catalogue-texts.ts';

export async function expectAllIn(language: string, page: Page, written: RegExp[]): Promise<void> {
  expect(await untranslated(language, page, written), `on ${new URL(page.url()).pathname}`).toEqual([]);
}

/** What the page shows in English although the catalogue has it in this language, or that is neither there nor what the test wrote. */
export async function untranslated(language: string, page: Page, written: RegExp[]): Promise<string[]> {
  const texts = await textsOf(page);
  const inEnglish = englishTexts(texts, language).map((text) => `English: ${text}`);
  return [...inEnglish, ...unknownTexts(texts, language, written).map((text) => `not in the catalogue: ${text}`)];
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
