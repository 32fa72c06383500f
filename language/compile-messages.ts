import { basename, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { type Catalogues, compileTranslations, keysOf, readCatalogues, writeKeys } from './catalogues.ts';
import { translationsOfApp } from './translations-of-app.ts';

const appTexts = 'virtual:app-texts';

/**
 * Compiles `messages/{language}.json` where it is imported with `?texts`, or with `?app-texts` or `?late-texts` for those that the app
 * begins with, or loads later. Without a build both are whole: a text that somebody just wrote into a page is there.
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
      if (query !== 'texts' && query !== 'app-texts' && query !== 'late-texts') return null;
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
  ].join('\n');
}
