import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Visitor } from '../../test/visitor.ts';

const usualPlaces = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`);
/** Slow 3G as browsers' tools define it: 400 kbit/s each way, 400 ms before each answer begins. */
const slow3g = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const patienceMs = 60_000;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
];

/** Chromium without a window, that neither talks to its maker nor finds any host but this machine. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args });
}

export function chromiumPath(): string {
  const found = usualPlaces.find((path) => existsSync(path));
  if (!found)
    throw new Error(`The bench needs Chromium: apt install chromium-headless-shell (looked at ${usualPlaces}).`);
  return found;
}

/** A page of somebody's browser with nothing in its cache, which is gone when it is disposed of. */
export async function openPage(browser: Browser, url: string, who?: Visitor, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL: url, ...options });
  await context.addCookies([...(who?.cookies ?? [])].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  return { context, page, [Symbol.asyncDispose]: () => context.close() };
}

/** Milliseconds from navigation to the later of the first contentful paint and the frame that shows the text in one of the elements. */
export async function timeToText(page: Page, path: string, elements: string, text: string): Promise<number> {
  await page.addInitScript(markText, [elements, text] as const);
  await page.goto(path, { waitUntil: 'commit', timeout: patienceMs });
  const seen = await page.waitForFunction(readPaint, null, { timeout: patienceMs });
  return (await seen.jsonValue()) as number;
}

/** The same on slow 3G, until a heading. */
export async function timeToHeading(browser: Browser, url: string, heading: string, who?: Visitor): Promise<number> {
  await using opened = await openPage(browser, new URL(url).origin, who);
  const devtools = await opened.context.newCDPSession(opened.page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', slow3g);
  return await timeToText(opened.page, url, 'h1, h2', heading);
}

function markText([elements, text]: readonly [string, string]): void {
  requestAnimationFrame(function look() {
    const isThere = [...document.querySelectorAll(elements)].some((each) => each.textContent?.includes(text));
    requestAnimationFrame(isThere ? () => performance.mark('text-shown') : look);
  });
}

function readPaint(): number | false {
  const [painted] = performance.getEntriesByName('first-contentful-paint');
  const [shown] = performance.getEntriesByName('text-shown');
  return painted && shown ? Math.max(painted.startTime, shown.startTime) : false;
}
