import type { Browser } from 'playwright-core';
import type { Person } from '../../test/make.ts';
import type { Product } from '../product.ts';
import { openPage } from './browser.ts';
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

/** An owner of so many items. */
async function ownerOf(count: number, server: Product): Promise<Person> {
  const owner = await server.owner();
  const names = Array.from({ length: count }, (_, index) => `Thing ${index + 1}`);
  const { ok } = await owner.upload('importItems', {}, new TextEncoder().encode(['name', ...names].join('\n')));
  if (!ok) throw new Error('The items were not imported.');
  return owner;
}

async function timeToFirst(browser: Browser, server: Product, owner: Person): Promise<number> {
  await using opened = await openItems(browser, server, owner);
  return opened.readableMs;
}

async function openItems(browser: Browser, { url }: Product, owner: Person) {
  const phone = { viewport: { width: 360, height: 640 }, serviceWorkers: 'block' } as const;
  const opened = await openPage(browser, url, owner, phone);
  const start = performance.now();
  await opened.page.goto('/items', { waitUntil: 'commit' });
  await opened.page.getByRole('heading', { name: 'Thing 1', exact: true }).waitFor();
  const readableMs = performance.now() - start;
  await opened.page.locator('#app[data-started]').waitFor();
  return { ...opened, readableMs };
}

/** Scrolls as a hand would not: a screen with each frame. */
async function scrollThrough(browser: Browser, server: Product, owner: Person) {
  await using opened = await openItems(browser, server, owner);
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
