import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

let shared: Promise<Browser> | undefined;

/** Debian's Chromium, started once a test file. */
function browser(): Promise<Browser> {
  shared ??= chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return shared;
}

export const phone = { width: 360, height: 640 };

const nothing = /^\b$/;

/** A window of somebody who was never here before. What the page's console complains of fails the test, unless it is `expected`. */
export async function openWindow(url: string, options: BrowserContextOptions = {}, expected = nothing): Promise<Page> {
  const context = await (await browser()).newContext({ baseURL: url, ...options });
  context.setDefaultTimeout(15_000);
  const complaints = listen(context);
  onTestFinished(async () => {
    await context.close();
    expect(
      complaints.filter((complaint) => !expected.test(complaint)),
      'the browser’s console',
    ).toEqual([]);
  });
  return context.newPage();
}

function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return complaints;
}
