import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { appPages } from '../../paths/app-pages.ts';
import { complaints, openWindow, refusals } from './browser.ts';
import { grantAdministration, ownerWithTag } from './people.ts';
import { productOfFile } from './shared-product.ts';

test('no page of either face, and no file opened as one, does what its policy forbids', async () => {
  const product = await productOfFile();
  const { owner, person, path } = await ownerWithTag(product);
  await grantAdministration(product, person);
  const finder = await openWindow(product.url, {}, refusals);
  await finder.goto(path);
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.waitForURL('**/conversation/*');
  const conversation = new URL(finder.url()).pathname;

  const files = ['/healthz', '/readyz', '/servez', '/icon.svg', '/manifest.webmanifest', '/.well-known/security.txt'];
  const failures = ['/%ff', `/${'a'.repeat(5_000)}`, '/item/nosuchtag', '/conversation/nosuch', '/assets/gone.js'];
  const doors = Object.values(appPages).filter(({ path }) => !path.includes(':'));
  // Who is not signed in is led from each of the others to the same page.
  const open = doors.filter(({ only }) => !only).map(({ path }) => path);
  const seen = await walk(finder, [
    '/',
    path,
    conversation,
    ...open,
    '/items',
    ...files,
    `${path}/qr.svg`,
    ...failures,
  ]);
  expect(seen).toEqual(expect.arrayContaining(['/about', '/privacy', '/terms', '/signup', '/auth/reset']));
  const seenByOwner = await walk(owner, ['/', path, ...doors.map(({ path }) => path)]);
  expect(seenByOwner).toContainEqual(expect.stringMatching(/^\/items\/\w+\/edit$/));
  expect(seenByOwner).toContainEqual(expect.stringMatching(/^\/inbox\/.+/));
  expect(complaints(owner)).toEqual([]);
});

async function walk(page: Page, starts: string[]): Promise<string[]> {
  const known = new Set(starts);
  const waiting = [...starts];
  const visitWaiting = async (tab: Page) => {
    for (let to = waiting.shift(); to !== undefined; to = waiting.shift()) {
      await tab.goto(to, { waitUntil: 'networkidle' });
      const found = (await linksOf(tab)).filter((linked) => !known.has(linked));
      for (const linked of found) known.add(linked);
      waiting.push(...new Set(found));
    }
  };
  const tabs = [page, ...(await Promise.all([1, 2, 3].map(() => page.context().newPage())))];
  // A tab that found nothing to do may have stopped before another one found more.
  while (waiting.length > 0) await Promise.all(tabs.map(visitWaiting));
  return [...known];
}

function linksOf(page: Page): Promise<string[]> {
  return page
    .locator('a[href]:not([download], [href="/profile/export"], [href^="/items/export"], [href$=".pdf"])')
    .evaluateAll((links) =>
      (links as HTMLAnchorElement[]).filter((link) => link.origin === location.origin).map(({ pathname }) => pathname),
    );
}

test('what a page’s policy forbids is heard here, though the page itself catches it', async () => {
  const product = await productOfFile();
  const page = await openWindow(product.url, {}, /policy violated: script-src eval/);
  await page.goto('/about');
  const tried = await page.evaluate(
    // Not at once: what the test itself evaluates may do anything.
    () =>
      new Promise((resolve) => {
        setTimeout(() => {
          try {
            resolve(new Function('return "done"')());
          } catch {
            resolve('caught');
          }
        });
      }),
  );
  expect(tried).toBe('caught');
  await expect.poll(() => complaints(page)).toEqual([expect.stringContaining('policy violated: script-src eval')]);
});

test('a page of another origin may call functions, and embed nothing', async () => {
  const product = await productOfFile();
  const stranger = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>Hi'));
  await new Promise<void>((resolve) => stranger.listen(0, resolve));
  onTestFinished(() => void stranger.close());
  const { port } = stranger.address() as AddressInfo;
  const page = await openWindow(`http://localhost:${port}`, {}, /NotSameOrigin/);
  await page.goto('/');
  const seen = await page.evaluate(async (origin) => {
    const call = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"data":{}}' };
    const answer = await fetch(`${origin}/functions/us-central1/getMaintenance`, call);
    const picture = Object.assign(new Image(), { src: `${origin}/og-image.png` });
    const embedded = await picture.decode().then(
      () => 'shown',
      () => 'refused',
    );
    return [answer.status, Object.keys(await answer.json()), embedded];
  }, product.url);
  expect(seen).toEqual([200, ['result'], 'refused']);
});
