import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const usualPlaces = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/** Chromium without a window, that neither talks to its maker nor finds any host but this machine. */
export function launchChromium(): Promise<Browser> {
  const executablePath = usualPlaces.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error(`The bench needs Chromium: apt install chromium-headless-shell (looked at ${usualPlaces}).`);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost',
    ],
  });
}
