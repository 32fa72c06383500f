import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileMessages } from './compile-messages.ts';
import type { Texts } from './words.ts';

type Loader = { buildStart(): void; load(this: { addWatchFile(path: string): void }, id: string): { code: string } };

function areasIn(query: string): string[] {
  const plugin = compileMessages() as unknown as Loader;
  plugin.buildStart();
  const { code } = plugin.load.call({ addWatchFile() {} }, `messages/en.json?${query}`);
  const json = JSON.parse(code.replace('export default JSON.parse(', '').replace(/\);$/, ''));
  return Object.keys((JSON.parse(json) as { texts: Texts }).texts).map((key) => key.split('.')[0] ?? '');
}

test('every text that a page of the app names is in the texts that the app loads: one that is not ends the page', () => {
  const loaded = new Set([...areasIn('app-texts'), ...areasIn('late-texts')]);
  const missing = globSync('app/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bt(?:\.rich)?\(\s*['`](\w+)\./g)]
      .map(([, area = '']) => area)
      .filter((area) => !loaded.has(area))
      .map((area) => `${file}: ${area}`),
  );
  expect(missing).toEqual([]);
});
