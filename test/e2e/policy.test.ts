import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeItem } from '../make.ts';
import { complaints, openWindow, refusals } from './browser.ts';
import { sharedProduct } from './shared-product.ts';

test('no file opened as a page, and no page of a failure, does what its policy forbids; what one tries is heard here, though the page itself catches it', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, {}, refusals, /policy violated: script-src eval/);
  const { hash } = await makeItem(await product.owner());
  const files = ['/healthz', '/readyz', '/servez', '/icon.svg', '/manifest.webmanifest', '/.well-known/security.txt'];
  const failures = ['/%ff', `/${'a'.repeat(5_000)}`, '/item/nosuchtag', '/conversation/nosuch', '/assets/gone.js'];
  for (const path of [...files, `/item/${hash}/qr.svg`, ...failures]) await page.goto(path, { waitUntil: 'load' });
  const heard = () => complaints(page).filter((complaint) => !refusals.test(complaint));
  expect(heard()).toEqual([]);
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
  await expect.poll(heard).toEqual([expect.stringContaining('policy violated: script-src eval')]);
});

test('a page of another origin may call functions, and embed nothing', async () => {
  const product = await sharedProduct();
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
