import type { Browser } from 'playwright-core';

/** Slow 3G as browsers' tools define it: 400 kbit/s each way, 400 ms before each answer begins. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const patienceMs = 60_000;

/**
 * On slow 3G, with nothing in the browser's cache: milliseconds from navigation to the later of the first contentful paint and the frame
 * that shows the heading.
 * @param cookie of a signed-in browser
 */
export async function timeToHeading(browser: Browser, url: string, heading: string, cookie = ''): Promise<number> {
  await using context = await browser.newContext();
  await context.addCookies(cookiesIn(cookie, url));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow3g);
  await page.addInitScript(markHeading, heading);
  await page.goto(url, { waitUntil: 'commit', timeout: patienceMs });
  const seen = await page.waitForFunction(readPaint, null, { timeout: patienceMs });
  return (await seen.jsonValue()) as number;
}

export function cookiesIn(header: string, url: string): { name: string; value: string; url: string }[] {
  const pairs = [...header.matchAll(/([^=; ]+)=([^;]*)/g)];
  return pairs.map(([, name = '', value = '']) => ({ name, value, url }));
}

export function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function markHeading(expected: string): void {
  requestAnimationFrame(function look() {
    const isThere = [...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === expected);
    requestAnimationFrame(isThere ? () => performance.mark('heading-shown') : look);
  });
}

function readPaint(): number | false {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const [shown] = performance.getEntriesByName('heading-shown');
  return painted && shown ? Math.max(painted.startTime, shown.startTime) : false;
}
