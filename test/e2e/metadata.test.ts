import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { editItemPath } from '../../paths/paths.ts';
import { documentsOf, openWindow } from './browser.ts';
import { ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('C-1.07 each page that is reached inside the app has the metadata of its own document', async () => {
  const { owner, path } = await ownerWithTag();
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'My Items' }).waitFor();
  // From here on the app follows links.
  await owner.locator('#app[data-started]').waitFor();
  const loaded = documentsOf(owner);
  for (const [to, heading] of [
    ['/inbox', 'Messages'],
    ['/profile', 'Profile'],
    ['/items/new', 'Add a tag'],
    [editItemPath(fromItemHash(path.replace('/item/', ''))), 'Edit item'],
    ['/items', 'My Items'],
  ] as const) {
    await follow(owner, to, heading);
    const metadata = await metadataOf(owner);
    expect(metadata).toEqual(await metadataOfDocument(owner, to));
    expect(metadata).toMatchObject({ keywords: `${heading}, lost and found, QR tag`, robots: 'noindex' });
    expect(await owner.title()).toBe(`${heading} · Handback`);
  }
  expect(loaded).toEqual([]);
});

test('C-1.07 signed out, too: what search engines may list says so again; the keyboard of a phone takes its room from a page of the app, and engines that know no such thing are told nothing', async () => {
  const product = await sharedProduct();
  const visitor = await openWindow(product.url);
  await visitor.goto('/signin');
  await visitor.getByRole('heading', { name: 'Sign in' }).waitFor();
  await visitor.locator('#app[data-started]').waitFor();
  const loaded = documentsOf(visitor);
  for (const [path, heading] of [
    ['/signup?lang=en', 'Sign up'],
    ['/auth/reset', 'Set a new password'],
    ['/signin', 'Sign in'],
  ] as const) {
    await follow(visitor, path, heading);
    const metadata = await metadataOf(visitor);
    expect(metadata).toEqual(await metadataOfDocument(visitor, path));
    expect(metadata.keywords).toBe(`${heading}, lost and found, QR tag`);
  }
  expect(loaded).toEqual([]);

  const takesRoom = async (page: Page) =>
    (await page.locator('meta[name="viewport"]').getAttribute('content'))?.includes(
      'interactive-widget=resizes-content',
    );
  expect(await takesRoom(visitor)).toBe(true);
  const ofApple = await openWindow(product.url);
  await ofApple.addInitScript(() => Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.' }));
  await ofApple.goto('/signin', { waitUntil: 'load' });
  expect(await takesRoom(ofApple)).toBe(false);
});

async function follow(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

type Metadata = Record<string, string | null>;

function metadataOf(page: Page): Promise<Metadata> {
  return page.evaluate(readMetadata, null);
}

async function metadataOfDocument(page: Page, path: string): Promise<Metadata> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate(readMetadata, html);
}

/** Runs in the page. */
function readMetadata(html: string | null): Metadata {
  const { head } = html === null ? document : new DOMParser().parseFromString(html, 'text/html');
  const title = head.querySelector('title')?.textContent ?? null;
  const named = [
    ...head.querySelectorAll(
      'meta[name]:not([name="viewport"]), meta[property], link[rel="canonical"], link[hreflang]',
    ),
  ].map((element): [string, string | null] => [
    ['name', 'property', 'hreflang', 'rel'].map((name) => element.getAttribute(name)).find(Boolean) ?? '',
    element.getAttribute('content') ?? element.getAttribute('href'),
  ]);
  return { title, ...Object.fromEntries(named) };
}
