import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestChunk } from 'vite';
import { expect, test } from 'vitest';
import { keysOf, readCatalogues } from '../../language/catalogues.ts';
import { appPages } from '../../paths/app-pages.ts';
import { sharedProduct } from './shared-product.ts';

const client = 'dist/client';
const keys = keysOf(readCatalogues('messages'));

test('a text that a script of the app names is in the texts that it loads, and in the first ones for what is opened often', async () => {
  await sharedProduct();
  const manifest: Record<string, ManifestChunk> = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8'),
  );
  const codeOf = (name: string) => readFile(join(client, manifest[name]?.file ?? name), 'utf8');
  const textsIn = async (query: string) => {
    const code = await codeOf(`messages/en.json?${query}`);
    return keys.filter((key) => code.includes(`"${key}":`));
  };
  const [first, late] = [await textsIn('app-texts'), await textsIn('late-texts')];
  const often = Object.values(appPages).filter((page) => page.often);
  const begin = new Set(['app/start/main.tsx', ...often.map(({ file }) => `app/features/${file}.tsx`)]);
  for (const name of begin) for (const imported of manifest[name]?.imports ?? []) begin.add(imported);
  for (const name of Object.keys(manifest).filter((each) => manifest[each]?.file.endsWith('.js'))) {
    if (name.startsWith('messages/')) continue;
    // What many pages share is one file, with parts of late ones.
    const loaded = begin.has(name) && !name.startsWith('_shared-') ? first : [...first, ...late];
    expect(
      keysNamedIn(await codeOf(name)).filter((key) => !loaded.includes(key)),
      name,
    ).toEqual([]);
  }
});

/** Whole, or by their beginning. */
function keysNamedIn(code: string): string[] {
  const whole = [...code.matchAll(/['"`]([a-zA-Z]+\.[\w-]+)['"`]/g)].map(([, key = '']) => key);
  const beginnings = [...code.matchAll(/`([a-zA-Z]+\.[\w-]*)\$\{/g)].map(([, beginning = '']) => beginning);
  return keys.filter((key) => whole.includes(key) || beginnings.some((each) => key.startsWith(each)));
}
