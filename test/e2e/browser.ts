import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';

/** What is waited for comes when it comes: a busy machine is no failure. */
const patienceMs = 30_000;

/** Debian’s Chromium without what draws its window: a fifth less work. */
const withoutWindow = '/usr/bin/chromium-headless-shell';

let program = withoutWindow;
const started = new Map<string, Promise<Browser>>();

/**
 * What Playwright turns off too, as this list takes the place of its own, and two that cost much: pages of the address bar, and a
 * second process for each window, which Cross-Origin-Opener-Policy asks for (the header has tests over HTTP).
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'CrossOriginOpenerPolicy',
];

const chromiumOptions = {
  args: [
    '--no-sandbox',
    '--host-resolver-rules=MAP handback.test 127.0.0.1',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join()}`,
  ],
};

/** Its network and drawing in its own process: an eighth less work. Not where it is closed and opened again, as what it keeps is then written late. */
const inOneProcess = ['--enable-features=NetworkServiceInProcess2', '--in-process-gpu'];

/** Started once for the files of a worker, and again if it should end. */
function browser(): Promise<Browser> {
  const executablePath = program;
  const running = started.get(executablePath);
  if (running) return running;
  const launched = chromium
    .launch({ ...chromiumOptions, args: [...chromiumOptions.args, ...inOneProcess], executablePath })
    .then((browser) => browser.once('disconnected', () => started.delete(executablePath)));
  started.set(executablePath, launched);
  return launched;
}

/** The tests of this file get all of Chromium: only that shows notifications. */
export function startWholeBrowser(): void {
  beforeAll(() => {
    program = '/usr/bin/chromium';
  });
  afterAll(() => {
    program = withoutWindow;
  });
}

export const phone = { width: 360, height: 640 };

export const refusals = /server responded with a status of 4\d\d/;

export const failures = /net::ERR_/;

/** With the service worker, which stores every file of the app on the device: that is half the work of opening it. */
export const withWorker = { serviceWorkers: 'allow' } as const;

/** Without the service worker. Complaints of the page's console fail the test unless they are expected. */
export async function openWindow(
  url: string,
  options: BrowserContextOptions = {},
  ...expected: RegExp[]
): Promise<Page> {
  const context = await (await browser()).newContext({ baseURL: url, serviceWorkers: 'block', ...options });
  await watch(context, expected);
  return context.newPage();
}

export async function openPersistentWindow(url: string, folder: string, ...expected: RegExp[]): Promise<Page> {
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumOptions,
    executablePath: program,
    baseURL: url,
  });
  await watch(context, expected);
  return context.pages()[0] ?? context.newPage();
}

async function watch(context: BrowserContext, expected: RegExp[]): Promise<void> {
  context.setDefaultTimeout(patienceMs);
  const complaints = await listen(context);
  onTestFinished(async ({ task }) => {
    const seen = task.result?.state === 'fail' ? await Promise.all(context.pages().map(describe)) : [];
    await context.close();
    if (seen.length > 0) throw new Error(`the browser showed\n${[...seen, ...complaints].join('\n')}`);
    const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)));
    expect(unexpected, 'the browser’s console').toEqual([]);
  });
}

/** Its address, idle clock and texts, for whoever reads of a failure elsewhere. */
async function describe(page: Page): Promise<string> {
  const shown = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
  const clock = await page.evaluate(() => `${localStorage.getItem('last-activity')} at ${Date.now()}`).catch(String);
  return `${page.url()} (last active ${clock}): ${shown.replace(/\s+/g, ' ')}`;
}

/** Lets what the page asks for at these addresses wait. @returns lets it go on, and all that is asked for later */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Timers and time of what the page opens from now on are in the test's hands. */
export async function takeClock(page: Page): Promise<void> {
  // A page that is open meanwhile would see 1970 for a moment.
  await page.goto('about:blank');
  await page.clock.install();
}

/** The paths that the page asked the server for as documents, from now on. */
export function documentsOf(page: Page): string[] {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

const complaintsOf = new WeakMap<BrowserContext, string[]>();

/** What the console said, what broke, and what a page tried that its policy forbids: that need not reach the console. */
export function complaints(page: Page): string[] {
  return complaintsOf.get(page.context()) ?? [];
}

async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = [];
  complaintsOf.set(context, heard);
  context.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (['error', 'warning'].includes(message.type())) heard.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => heard.push(String(error.error())));
  await context.exposeBinding('reportViolation', ({ page }, violation: string) => {
    heard.push(`policy violated: ${violation} (${page.url()})`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
      const { reportViolation } = globalThis as unknown as { reportViolation(violation: string): void };
      reportViolation(`${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
    });
  });
  return heard;
}

/** The window has a device that makes passkeys, and recognises whoever asks; or a security key, which has no PIN. */
export async function recogniseByDevice(page: Page, what: 'device' | 'key without PIN' = 'device'): Promise<void> {
  const isDevice = what === 'device';
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: isDevice ? 'internal' : 'usb',
    hasResidentKey: true,
    hasUserVerification: isDevice,
  } as const;
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}
