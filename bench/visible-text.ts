import type { Browser } from 'playwright-core';
import { heading } from './item.ts';
import { median } from './median.ts';
import type { HandbackServer } from './server.ts';
import type { Row } from './table.ts';

const rounds = 3;
/** Slow 3G as browsers' tools define it: 400 kbit/s each way, 400 ms before each answer begins. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const patienceMs = 60_000;

/** Time until the finder reads what was found, on slow 3G, with nothing in the browser's cache. */
export async function measureVisibleText(
  browser: Browser,
  server: HandbackServer,
  path: string,
  baselineOrigin: string,
): Promise<Row[]> {
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeToHeading(browser, server.origin + path));
    baseline.push(await timeToHeading(browser, baselineOrigin + path));
  }
  const ratio = median(ours) / median(baseline);
  return [
    {
      figure: 'Finder’s page, visible text on slow 3G',
      ours: inSeconds(median(ours)),
      baseline: inSeconds(median(baseline)),
      ratio,
      target: { text: '≤ 1/8 of the baseline', met: ratio <= 1 / 8 },
    },
  ];
}

/** Milliseconds from navigation to the later of the first contentful paint and the frame that shows the heading. */
async function timeToHeading(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow3g);
  await page.addInitScript(markHeading, heading);
  await page.goto(url, { waitUntil: 'commit', timeout: patienceMs });
  const seen = await page.waitForFunction(readPaint, null, { timeout: patienceMs });
  return (await seen.jsonValue()) as number;
}

function markHeading(expected: string): void {
  requestAnimationFrame(function look() {
    const isThere = document.querySelector('h1')?.textContent === expected;
    requestAnimationFrame(isThere ? () => performance.mark('heading-shown') : look);
  });
}

function readPaint(): number | false {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const [shown] = performance.getEntriesByName('heading-shown');
  return painted && shown ? Math.max(painted.startTime, shown.startTime) : false;
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
