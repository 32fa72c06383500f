import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { compileMessages } from './compile-messages.ts';
import type { Texts } from './words.ts';

type Loader = { buildStart(): void; load(this: { addWatchFile(path: string): void }, id: string): { code: string } };

function keysIn(query: string): string[] {
  const plugin = compileMessages() as unknown as Loader;
  plugin.buildStart();
  const { code } = plugin.load.call({ addWatchFile() {} }, `messages/en.json?${query}`);
  const json = JSON.parse(code.replace('export default JSON.parse(', '').replace(/\);$/, ''));
  return Object.keys((JSON.parse(json) as { texts: Texts }).texts);
}

const isChecking = /\buseCheckedForm\(|\.safeParse\(/;

/** The files whose texts the app shows: its own, those of `ui/` that it imports, and the schemas by which its forms are checked. */
function filesOfApp(): Map<string, string> {
  const files = new Map<string, string>();
  const open = (file: string) => {
    if (files.has(file) || !existsSync(file)) return;
    const code = readFileSync(file, 'utf8');
    files.set(file, code);
    const isShown = (path: string) =>
      !path.startsWith('domain/') || file.startsWith('domain/') || isChecking.test(code);
    const follow = (path: string) => {
      if (isShown(path)) open(path);
    };
    for (const [, clause, path = ''] of code.matchAll(/(?:^|\n)(?:import|export)\s([^;'"]*?)from '(\.[^']+\.tsx?)'/g))
      if (!clause?.startsWith('type ')) follow(join(dirname(file), path));
    for (const [, path = ''] of code.matchAll(/\bimport\('(\.[^']+\.tsx?)'\)/g)) follow(join(dirname(file), path));
  };
  for (const file of globSync('app/**/*.{ts,tsx}')) if (!file.includes('.test.')) open(file);
  return files;
}

/** The texts that the code names, whole, or by their beginning. */
function keysNamedIn(code: string, keys: string[]): string[] {
  const whole = [...code.matchAll(/['"`]([a-zA-Z]+\.[\w-]+)['"`]/g)].map(([, key = '']) => key);
  const beginnings = [...code.matchAll(/`([a-zA-Z]+\.[\w-]*)\$\{/g)].map(([, beginning = '']) => beginning);
  return keys.filter((key) => whole.includes(key) || beginnings.some((beginning) => key.startsWith(beginning)));
}

test('every text that the app or what it imports names is in the texts that the app loads: one that is not ends the page', () => {
  const keys = keysIn('texts');
  const loaded = new Set([...keysIn('app-texts'), ...keysIn('late-texts')]);
  const files = filesOfApp();
  const areas = ['app/', 'ui/', 'domain/'].map((folder) => [...files.keys()].some((file) => file.startsWith(folder)));
  expect(areas).toEqual([true, true, true]);
  const missing = [...files].flatMap(([file, code]) =>
    keysNamedIn(
      code,
      keys.filter((key) => !loaded.has(key)),
    ).map((key) => `${file}: ${key}`),
  );
  expect(missing).toEqual([]);
});
