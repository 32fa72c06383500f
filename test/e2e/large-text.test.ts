import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { homePath, itemsPath, profilePath, signInPath, signUpPath, staticPath } from '../../paths/paths.ts';
import { openWindow, refusals } from './browser.ts';
import { openAsFinder, ownerWithTag, runAdminCommand } from './people.ts';
import { sharedProduct } from './shared-product.ts';

const narrow = { width: 320, height: 640 };
const longestWord = 10;

/** Twice the size of text, as a person sets it in the browser. What stands out of the page, and words that break inside. */
async function misfits(page: Page): Promise<string[]> {
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate((longest) => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.sr-only, .truncate')) continue;
      // Addresses break where they must.
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/(?<!\S)[\p{L}\p{N}’'.,:;!?“”„()]+(?!\S)/gu)) {
        if (/\p{L}[.:]\p{L}/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
        if (rects.some(({ left, right }) => left < -1 || right > innerWidth + 1)) found.add(`outside: ${word}`);
        const lines = new Set(rects.map(({ top }) => Math.round(top)));
        if (lines.size > 1 && word.length <= longest) found.add(`broken: ${word}`);
      }
    }
    for (const element of document.querySelectorAll('button, a, input, textarea, select, svg, img')) {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility() && width > 1 && height > 1;
      if (isSeen && (left < -1 || right > innerWidth + 1)) found.add(`outside: ${element.outerHTML.slice(0, 80)}`);
    }
    return [...found];
  }, longestWord);
}

test('at twice the size of text and 320 pixels, every page wraps between words', async () => {
  const product = await sharedProduct();
  const admin = await openWindow(product.url, { viewport: narrow, bypassCSP: true });
  const { path, email } = await ownerWithTag(product, admin);
  await runAdminCommand(product, 'grant', email);
  const finder = await openWindow(product.url, { viewport: narrow, bypassCSP: true }, refusals);
  const misfit: Record<string, string[]> = {};
  const look = async (page: Page, name: string) => {
    const found = await misfits(page);
    if (found.length > 0) misfit[name] = found;
  };
  await openAsFinder(product, finder, path);
  await look(finder, 'finder');
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  await look(finder, 'conversation');
  for (const page of [
    '/item/none',
    homePath(),
    staticPath('about'),
    staticPath('support'),
    signInPath(),
    signUpPath(),
  ]) {
    await finder.goto(page);
    await finder.getByRole('heading').first().waitFor();
    await look(finder, page);
  }
  for (const page of [path, itemsPath(), '/items/new', '/inbox', profilePath(), '/admin']) {
    await admin.goto(page);
    await admin.getByRole('heading').first().waitFor();
    await look(admin, page);
  }
  await admin.goto('/inbox');
  await admin.getByRole('link', { name: /I have it/ }).click();
  await admin.getByRole('log').getByText('I have it').waitFor();
  await look(admin, 'thread');
  expect(misfit).toEqual({});
});
