import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestChunk } from 'vite';
import { expect, test } from 'vitest';
import { keysOf, readCatalogues } from '../../language/catalogues.ts';
import { type AppPage, appPages } from '../../paths/app-pages.ts';
import { makeItem } from '../make.ts';
import type { Visitor } from '../visitor.ts';
import { sharedProduct } from './shared-product.ts';
import { startProduct } from './started-product.ts';

const client = 'dist/client';
const keys = keysOf(readCatalogues('messages'));

/** What a bundler might take for dead code is asked of the build itself. */
test('the built product refuses what cannot be read, and lives on', async () => {
  const product = await sharedProduct();
  const visitor = product.visitor();
  for (const path of ['/%ff', '/%', '/item/%zz']) expect((await visitor.get(path)).status, path).toBe(400);
  expect((await visitor.get(`/${'a'.repeat(8_000)}`)).status).toBe(414);

  const item = await makeItem(await product.owner());
  const sent = await visitor.fetch(`/item/${item.hash}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'text=%ff%fe',
  });
  expect(sent.status).toBe(400);
  expect((await visitor.get('/about')).status).toBe(200);
});

test('the build has the thread that compresses: a page that is asked for again gets smaller', async () => {
  // One that nobody asked for this page before.
  const product = await startProduct();
  const lengthOfPage = async () => {
    const page = await product.visitor().fetch('/about', { headers: { 'accept-encoding': 'br' } });
    await page.text();
    return Number(page.headers.get('content-length'));
  };
  await lengthOfPage();
  const early = await lengthOfPage();
  await expect.poll(lengthOfPage).toBeLessThan(early);
});

test('the app’s first script weighs at most 85,000 bytes, and with those that the document names 95,000 for signing in and 115,000, in at most 20 files, for My Items', async () => {
  const product = await sharedProduct();
  const [first = 0, ...ofSignIn] = await weighScripts(product.visitor(), '/signin');
  expect(first).toBeGreaterThan(50_000);
  expect(first).toBeLessThanOrEqual(85_000);
  expect(ofSignIn.length).toBeGreaterThan(0);
  expect(first + total(ofSignIn)).toBeLessThanOrEqual(95_000);
  const ofItems = await weighScripts(await product.owner(), '/items');
  expect(total(ofItems)).toBeLessThanOrEqual(115_000);
  expect(ofItems.length).toBeLessThanOrEqual(20);
});

const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0);

/** Bytes of the app's first script, and of each other one that the document names, texts apart. */
async function weighScripts(visitor: Visitor, path: string): Promise<number[]> {
  const html = await (await visitor.get(path)).text();
  const [first = ''] = /\/assets\/main-[^"]+\.js/.exec(html) ?? [];
  const named = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, href = '']) => href);
  const scripts = [...new Set([first, ...named])].filter((href) => !/^\/assets\/(en|de)-/.test(href));
  const answers = scripts.map((script) => visitor.fetch(script, { headers: { 'accept-encoding': 'br' } }));
  return (await Promise.all(answers)).map(({ headers }) => {
    expect(headers.get('content-encoding')).toBe('br');
    return Number(headers.get('content-length'));
  });
}

test('no script of the app needs itself in a circle, where one would run before what it begins with is there', async () => {
  await sharedProduct();
  const manifest = await readManifest();
  const neededBy = (name: string, known = new Set<string>()): Set<string> => {
    for (const each of manifest[name]?.imports ?? []) if (!known.has(each)) neededBy(each, known.add(each));
    return known;
  };
  const names = Object.keys(manifest);
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => neededBy(name).has(name))).toEqual([]);
});

async function readManifest(): Promise<Record<string, ManifestChunk>> {
  return JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
}

test('a text that a script of the app names is in the texts that it loads, and in the first ones for what is opened often', async () => {
  await sharedProduct();
  const manifest = await readManifest();
  const codeOf = (name: string) => readFile(join(client, manifest[name]?.file ?? name), 'utf8');
  const textsIn = async (query: string) => {
    const code = await codeOf(`messages/en.json?${query}`);
    return keys.filter((key) => code.includes(`"${key}":`));
  };
  const [first, late, admin] = await Promise.all(['app-texts', 'late-texts', 'admin-texts'].map(textsIn));
  const filesOf = (isOne: (page: AppPage) => boolean) =>
    Object.values<AppPage>(appPages)
      .filter(isOne)
      .map(({ file }) => `app/features/${file}.tsx`);
  const pageFiles = new Set(filesOf(() => true));
  const main = 'app/start/main.tsx';
  const neededBy = (files: string[], byAndBy: boolean) => {
    const needed = new Set([main, ...files]);
    for (const name of needed) {
      const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
      for (const next of [...imports, ...(byAndBy ? dynamicImports : [])]) if (!pageFiles.has(next)) needed.add(next);
    }
    return needed;
  };
  const begin = neededBy(
    filesOf(({ often }) => often === true),
    false,
  );
  const ofOthers = neededBy(
    filesOf(({ only }) => only !== 'admin'),
    true,
  );
  const ofAdministration = neededBy(
    filesOf(({ only }) => only === 'admin'),
    true,
  );
  for (const name of Object.keys(manifest).filter((each) => manifest[each]?.file.endsWith('.js'))) {
    if (name.startsWith('messages/')) continue;
    // What many pages share is one file, with parts of late ones.
    const isFirst = begin.has(name) && !name.startsWith('_many-');
    const parts = [first, !isFirst && ofOthers.has(name) && late, !isFirst && ofAdministration.has(name) && admin];
    const loaded = parts.flatMap((part) => part || []);
    expect(
      keysNamedIn(await codeOf(name)).filter((key) => !loaded.includes(key)),
      name,
    ).toEqual([]);
  }
});

/** What came after the oldest browsers that the README names. Of what libraries name so, too, only the browser below tells. */
const newer = [
  /\(\?<[=!]/,
  /\bstatic\s*\{/,
  /\.(?:toWellFormed|isWellFormed|withResolvers|fromAsync|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\b(?:AbortSignal\.any|RegExp\.escape|Promise\.try|(?:Object|Map)\.groupBy|URL\.parse|Intl\.DurationFormat)\b/,
  /\b(?:await )?using [\w$]+ ?=/,
];

test('no file for browsers has syntax or calls methods that the oldest of them lack', () => {
  const files = globSync('dist/client/**/*.js');
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return newer.flatMap((each) => {
      const at = text.search(each);
      return at < 0 ? [] : [`${file}: ${text.slice(Math.max(0, at - 60), at + 60)}`];
    });
  });
  expect(found).toEqual([]);
});

/** Whole, or by their beginning. */
function keysNamedIn(code: string): string[] {
  const whole = [...code.matchAll(/['"`]([a-zA-Z]+\.[\w-]+)['"`]/g)].map(([, key = '']) => key);
  const beginnings = [...code.matchAll(/`([a-zA-Z]+\.[\w-]*)\$\{/g)].map(([, beginning = '']) => beginning);
  return keys.filter((key) => whole.includes(key) || beginnings.some((each) => key.startsWith(each)));
}
