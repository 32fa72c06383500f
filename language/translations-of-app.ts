import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appPages } from '../paths/app-pages.ts';

const staticImport = /^(?:import|export)\s(?!type\s)[^;'"]*?from '(\.[^']+)'/gm;
const dynamicImport = /(\b(?:late|withLateTranslations)\(\s*async \(\) => \(await )?\bimport\('(\.[^']+)'\)/g;
const loadsLateTranslations = /await loadLateTranslations\(/;

/** The texts that the app begins with, and those that it loads late: what its files and their imports name, whole or by their beginning. */
export function translationsOfApp(keys: string[]): Record<'app-texts' | 'late-texts', Set<string>> {
  const pages = Object.values(appPages);
  const filesOf = (some: typeof pages) => some.map(({ file }) => `app/features/${file}.tsx`);
  const begin = ['app/start/main.tsx', ...filesOf(pages.filter(({ often }) => often))];
  const first = keysNamedIn(filesFrom(begin, false), keys);
  const all = keysNamedIn(filesFrom([...begin, ...filesOf(pages)], true), keys);
  return { 'app-texts': first, 'late-texts': all.difference(first) };
}

/** @returns the code of each file */
function filesFrom(begin: string[], withLate: boolean): Map<string, string> {
  const files = new Map<string, string>();
  const open = (file: string) => {
    if (files.has(file) || !existsSync(file)) return;
    const code = readFileSync(file, 'utf8');
    if (!withLate && loadsLateTranslations.test(code)) return;
    files.set(file, code);
    for (const [, path = ''] of code.matchAll(staticImport)) open(join(dirname(file), path));
    for (const [, late, path = ''] of code.matchAll(dynamicImport))
      if (withLate || !late) open(join(dirname(file), path));
  };
  begin.forEach(open);
  return files;
}

function keysNamedIn(files: Map<string, string>, keys: string[]): Set<string> {
  const code = [...files.values()].join('\n');
  const whole = new Set([...code.matchAll(/['"`]([a-zA-Z]+\.[\w-]+)['"`]/g)].map(([, key = '']) => key));
  const beginnings = new Set([...code.matchAll(/`([a-zA-Z]+\.[\w-]*)\$\{/g)].map(([, beginning = '']) => beginning));
  return new Set(keys.filter((key) => whole.has(key) || beginnings.values().some((each) => key.startsWith(each))));
}
