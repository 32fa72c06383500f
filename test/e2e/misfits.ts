import type { Page } from 'playwright-core';

/** Longer words may be hyphenated where their language is known. */
const longestWholeWord = 11;
/** Of a text that is cut to one line, so many characters are seen, or all. */
const fewestSeen = 12;

/** What does not fit at twice the size of text, as a person sets it in the browser: outside, cut, broken inside a word, or on top of each other. */
export async function misfits(page: Page): Promise<string[]> {
  await doubleText(page);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details:not([data-menu])'))
      details.open = true;
  });
  return page.evaluate(findMisfits, { longestWholeWord, fewestSeen });
}

/** Not by an element, which the page's policy would refuse. */
export async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const larger = new CSSStyleSheet();
    larger.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets.push(larger);
  });
}

type Limits = { longestWholeWord: number; fewestSeen: number };

/** Runs in the page: everything it needs is inside. */
function findMisfits({ longestWholeWord, fewestSeen }: Limits): string[] {
  const found = new Set<string>();
  const unseen =
    innerWidth < 640 ? '.sr-only, .max-sm\\:sr-only, .skip-link, [inert]' : '.sr-only, .skip-link, [inert]';
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(unseen);
  const rectOf = (node: Node, from: number, to: number) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
  };
  const isBox = (element: Element) => {
    const { borderTopWidth, borderInlineStartWidth, backgroundColor, display, overflowX } = getComputedStyle(element);
    const hasEdge = borderTopWidth !== '0px' && borderInlineStartWidth !== '0px';
    return display !== 'inline' && (hasEdge || backgroundColor !== 'rgba(0, 0, 0, 0)' || overflowX !== 'visible');
  };
  const ancestorsOf = (element: Element) => {
    const ancestors: Element[] = [];
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
      ancestors.push(each);
    return ancestors;
  };
  const isScrolled = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
  const checkInside = (what: string, element: Element, rects: DOMRect[]) => {
    if (rects.some(({ left, right }) => left < -1 || right > innerWidth + 1)) found.add(`off the screen: ${what}`);
    for (const box of ancestorsOf(element)) {
      const { left, right, top, bottom } = box.getBoundingClientRect();
      const leaves = ({ x, width, y, height }: DOMRect) =>
        x < left - 1 ||
        x + width > right + 1 ||
        (!isScrolled(box) && (y + height / 2 < top || y + height / 2 > bottom));
      if (isBox(box) && rects.some(leaves)) found.add(`outside its box: ${what}`);
      if (getComputedStyle(box).position === 'absolute') break;
    }
  };
  const words: { word: string; rect: DOMRect }[] = [];

  const checkCut = (element: Element) => {
    const { right, bottom } = element.getBoundingClientRect();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let [seen, all] = [0, 0];
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      const { length } = node.textContent ?? '';
      for (let at = 0; at < length; at++) {
        const [rect] = rectOf(node, at, at + 1);
        all += 1;
        if (rect && rect.right <= right + 1 && rect.bottom - rect.height / 2 <= bottom) seen += 1;
      }
    }
    if (seen < Math.min(all, fewestSeen)) found.add(`cut to ${seen} characters: ${element.textContent}`);
  };

  /** To one line, or to some. */
  const cut = [...document.querySelectorAll('body *')].filter((element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  });
  for (const element of cut) if (isSeen(element)) checkCut(element);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !isSeen(element)) continue;
    const { hyphens } = getComputedStyle(element);
    const isCut = cut.some((each) => each.contains(element));
    const scrolled = ancestorsOf(element).find(isScrolled)?.getBoundingClientRect();
    const shown = ({ x, y, width, bottom }: DOMRect) => {
      const [from, to] = scrolled ? [Math.max(y, scrolled.top), Math.min(bottom, scrolled.bottom)] : [y, bottom];
      return to > from ? [new DOMRect(x, from, width, to - from)] : [];
    };
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const rects = rectOf(node, index, index + word.length);
      if (isCut) continue;
      checkInside(word, element, rects);
      words.push(...rects.flatMap(shown).map((rect) => ({ word, rect })));
      if (/[^\s@]@[^\s@]|:\/\//.test(word) && hyphens === 'auto')
        found.add(`may get a hyphen that is not part of it: ${word}`);
      // Chinese, Japanese and Korean lines end after any letter.
      if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)) continue;
      // Addresses and codes break where they must.
      if (/[\p{L}\p{N}][.:@/_][\p{L}\p{N}]|\p{N}\p{L}/u.test(word)) continue;
      for (const { 0: part, index: at } of word.matchAll(/[\p{L}\p{M}’'\u00ad]+/gu)) {
        const lines = new Set(rectOf(node, index + at, index + at + part.length).map(({ top }) => Math.round(top)));
        const mayBreak = part.includes('\u00ad') || (part.length > longestWholeWord && hyphens === 'auto');
        if (lines.size > 1 && !mayBreak) found.add(`broken: ${part}`);
      }
    }
  }
  for (const element of document.querySelectorAll('button, a, input, textarea, select, svg, img, [data-unread]')) {
    const rects = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (isSeen(element)) checkInside(element.outerHTML.slice(0, 80), element.parentElement ?? element, rects);
  }
  for (const box of document.querySelectorAll('input[type=checkbox], input[type=radio]')) {
    const { width, height } = box.getBoundingClientRect();
    if (isSeen(box) && Math.abs(width - height) > 1) found.add(`squashed: ${box.parentElement?.textContent}`);
  }
  words.forEach(({ word, rect }, n) => {
    // Lines of text are higher than what one sees of them.
    const [top, bottom] = [rect.top + rect.height * 0.3, rect.bottom - rect.height * 0.3];
    for (const { word: other, rect: box } of words.slice(n + 1)) {
      const across = Math.min(rect.right, box.right) - Math.max(rect.left, box.left);
      const down = Math.min(bottom, box.bottom - box.height * 0.3) - Math.max(top, box.top + box.height * 0.3);
      if (across > 2 && down > 2) found.add(`on top of each other: ${word} and ${other}`);
    }
  });
  if (document.documentElement.scrollWidth > innerWidth + 1)
    found.add(`the page is ${document.documentElement.scrollWidth - innerWidth} pixels too wide`);
  return [...found];
}
