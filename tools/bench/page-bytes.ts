import type { Browser } from 'playwright-core';
import type { Owner } from './owner.ts';
import { startScales, type Weight } from './scales.ts';
import type { HandbackServer } from './server.ts';
import { formatInteger, type Row } from './table.ts';

const mostBytes = 8_000;

/** What Chromium fetches, with nothing in its cache, to show the finder's page; and the same page as the baseline. */
export async function measurePageBytes(
  browser: Browser,
  server: HandbackServer,
  owner: Owner,
  baselineOrigin: string,
): Promise<Row[]> {
  const path = await owner.addItem();
  const first = await weigh(browser, server.origin, path);
  const cached = await weigh(browser, server.origin, path);
  const baseline = total(await weigh(browser, baselineOrigin, path));
  return [
    { weights: first, who: 'first finder' },
    { weights: cached, who: 'later finders' },
  ].map(({ weights, who }) => {
    const ours = total(weights);
    return {
      figure: `Finder’s page, bytes, ${who} (${weights.map(describe).join(' + ')})`,
      ours: inWords(ours),
      baseline: inWords(baseline),
      ratio: ours.body / baseline.body,
      target: { text: `≤ ${formatInteger(mostBytes)}`, met: ours.body <= mostBytes },
    };
  });
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Weight[]> {
  await using scales = await startScales(origin);
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(scales.origin + path, { waitUntil: 'load' });
  return await scales.read();
}

type Total = { body: number; head: number };

function total(weights: Weight[]): Total {
  const sum = (of: keyof Total) => weights.reduce((bytes, weight) => bytes + weight[of], 0);
  return { body: sum('body'), head: sum('head') };
}

function inWords({ body, head }: Total): string {
  return `${formatInteger(body)} (${formatInteger(body + head)} with headers)`;
}

function describe({ path, body }: Weight): string {
  return `${path.startsWith('/item/') ? 'document' : path.slice(path.lastIndexOf('/') + 1)} ${formatInteger(body)}`;
}
