import type { Browser } from 'playwright-core';
import { openPage } from './browser.ts';
import { signUpOwner } from './owner.ts';
import type { HandbackServer } from './server.ts';
import { compare, formatInteger, median, type Row, type Started } from './table.ts';

const rounds = 3;
const many = 1_000;
const few = 20;
const longestFrameMs = 200;

/** Times of My Items with many items: until the first is readable, against few items; and to scroll through all of them. */
export async function measureLongItemList({ browser, server }: Started): Promise<Row[]> {
  const ofMany = await ownerOf(many, server);
  const ofFew = await ownerOf(few, server);
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeToFirst(browser, server, ofMany));
    baseline.push(await timeToFirst(browser, server, ofFew));
  }
  const { ms, longestMs } = await scrollThrough(browser, server, ofMany);
  return [
    compare({
      figure: `\`/items\` with ${formatInteger(many)} items, first list readable`,
      ours: median(ours),
      baseline: median(baseline),
      of: `with ${few} items`,
      inWords: (each) => `${formatInteger(each)} ms`,
      mostTimes: 1.5,
    }),
    {
      figure: `\`/items\` with ${formatInteger(many)} items, scrolled to the end`,
      ours: `${formatInteger(ms)} ms, longest task ${formatInteger(longestMs)} ms`,
      target: { text: `no task above ${longestFrameMs} ms`, met: longestMs <= longestFrameMs },
    },
  ];
}

/** @returns the cookie of an owner of so many items */
async function ownerOf(count: number, server: HandbackServer): Promise<string> {
  const owner = await signUpOwner(server, `${count}-items@example.com`);
  const names = Array.from({ length: count }, (_, index) => `Thing ${index + 1}`);
  await owner.upload('importItems', {}, Buffer.from(['name', ...names].join('\n')));
  return owner.cookie;
}

async function timeToFirst(browser: Browser, server: HandbackServer, cookie: string): Promise<number> {
  await using opened = await openItems(browser, server, cookie);
  return opened.readableMs;
}

async function openItems(browser: Browser, { origin }: HandbackServer, cookie: string) {
  const phone = { viewport: { width: 360, height: 640 }, serviceWorkers: 'block' } as const;
  const opened = await openPage(browser, origin, cookie, phone);
  const start = performance.now();
  await opened.page.goto('/items', { waitUntil: 'commit' });
  await opened.page.getByRole('heading', { name: 'Thing 1', exact: true }).waitFor();
  const readableMs = performance.now() - start;
  await opened.page.locator('#app[data-started]').waitFor();
  return { ...opened, readableMs };
}

/** Scrolls as a hand would not: a screen with each frame. */
async function scrollThrough(browser: Browser, server: HandbackServer, cookie: string) {
  await using opened = await openItems(browser, server, cookie);
  return await opened.page.evaluate(async (count) => {
    let longestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
    }).observe({ type: 'longtask' });
    const start = performance.now();
    while (document.querySelectorAll('main li h2').length < count) {
      if (performance.now() - start > 120_000) throw new Error('The list does not come to its end.');
      scrollBy(0, innerHeight);
      await new Promise(requestAnimationFrame);
    }
    return { ms: performance.now() - start, longestMs };
  }, many);
}
