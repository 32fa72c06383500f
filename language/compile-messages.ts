import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type AppPage, appPages } from '../paths/app-pages.ts';
import { type Catalogues, compileTranslations, keysOf, readCatalogues, writeKeys } from './catalogues.ts';

const appTexts = 'virtual:app-texts';

const textsOfApp = ['app-texts', 'late-texts', 'admin-texts'] as const;
type TextsOfApp = (typeof textsOfApp)[number];

const isOfApp = (query: string | undefined): query is TextsOfApp => textsOfApp.some((each) => each === query);

/**
 * Compiles `messages/{language}.json` where it is imported with `?texts`, or with `?app-texts`, `?late-texts` or `?admin-texts` for those
 * that the app begins with, loads later, or loads for administration. Without a build each is whole: a text that somebody just wrote into a page is there.
 * The module `virtual:app-texts` (app/start/built-modules.d.ts) knows the files of the languages that the app speaks.
 */
export function compileMessages(folder = 'messages'): Plugin {
  let catalogues: Catalogues;
  let isBuild = true;
  const loaded = new Set<string>();
  let texts: ReturnType<typeof translationsOfApp> | undefined;
  const read = () => {
    catalogues = readCatalogues(folder);
    if (!isBuild) writeKeys(catalogues);
  };
  return {
    name: 'compile-messages',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart: read,
    resolveId: (source) => (source === appTexts ? `\0${appTexts}` : null),
    load(id) {
      if (id === `\0${appTexts}`) return writeAppTexts(catalogues, resolve(folder));
      const [path = '', query] = id.split('?');
      if (query !== 'texts' && !isOfApp(query)) return null;
      this.addWatchFile(path);
      if (loaded.has(id)) read();
      loaded.add(id);
      if (isBuild && query !== 'texts') texts ??= translationsOfApp(keysOf(catalogues));
      const needed = query === 'texts' ? undefined : texts?.[query];
      const catalogue = JSON.stringify({
        texts: compileTranslations(catalogues, basename(path, '.json'), needed),
        hasRest: catalogues.get(basename(path, '.json'))?.rest !== undefined,
      });
      // Engines read JSON faster than an object in code.
      return { code: `export default JSON.parse(${JSON.stringify(catalogue)});`, moduleType: 'js' };
    },
  };
}

function writeAppTexts(catalogues: Catalogues, folder: string): string {
  const spoken = [...catalogues].filter(([, { rest }]) => rest).map(([language]) => language);
  const filesOf = (part: string) => {
    const addressOf = (language: string) => JSON.stringify(`${folder}/${language}.json?${part}-texts`);
    const files = spoken.map((language) => `'${language}': () => import(${addressOf(language)})`);
    return `{ ${files.join(', ')} }`;
  };
  return [
    `export const languages = ${JSON.stringify([...catalogues.keys()])};`,
    `export const appTexts = ${filesOf('app')};`,
    `export const lateTexts = ${filesOf('late')};`,
    `export const adminTexts = ${filesOf('admin')};`,
  ].join('\n');
}

const staticImport = /^(?:import|export)\s(?!type\s)[^;'"]*?from '(\.[^']+)'/gm;
const dynamicImport = /(\b(?:late|withLateTranslations)\(\s*async \(\) => \(await )?\bimport\('(\.[^']+)'\)/g;
const loadsLateTranslations = /await loadLateTranslations\(/;

/** What the files of each and their imports name, whole or by their beginning. */
function translationsOfApp(keys: string[]): Record<TextsOfApp, Set<string>> {
  const main = 'app/start/main.tsx';
  const filesOf = (isOne: (page: AppPage) => boolean) => [
    main,
    ...Object.values<AppPage>(appPages)
      .filter(isOne)
      .map(({ file }) => `app/features/${file}.tsx`),
  ];
  const first = keysNamedIn(
    filesFrom(
      filesOf(({ often }) => often === true),
      false,
    ),
    keys,
  );
  const lateIn = (files: string[]) => keysNamedIn(filesFrom(files, true), keys).difference(first);
  return {
    'app-texts': first,
    'late-texts': lateIn(filesOf(({ only }) => only !== 'admin')),
    'admin-texts': lateIn(filesOf(({ only }) => only === 'admin')),
  };
}

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
