import { basename, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { areasOf, type Catalogues, compileTexts, readCatalogues, writeKeys } from './catalogues.ts';

const appTexts = 'virtual:app-texts';

const siteArea = /Page$/;
/** Areas of the scope `finder` that the app shows too. */
const finderAreasOfApp = ['frame', 'screen', 'answer', 'reply', 'meeting', 'said', 'scam', 'category', 'error'];
const areasOfMails = /^mail(?:[A-Z]|$)/;
/** What only pages of the app that are opened rarely show, and load. */
const lateAreas = [
  'print',
  'changedElsewhere',
  'labelTemplates',
  'ownOrders',
  'activate',
  'blankTags',
  'stoppedTags',
  'scans',
  'carry',
  'select',
  'picture',
  'finderView',
  'loss',
  'sharing',
  'handover',
  'itemFile',
  'importItems',
  'notifications',
  'conversationMenu',
  'report',
  'replies',
  'brandAdmin',
  'languagesAdmin',
  'pagesAdmin',
  'shopAdmin',
  'orderAdmin',
  'address',
  'firebaseImport',
  'admin',
  'today',
  'site',
  'told',
  'health',
  'table',
  'tableFile',
  'auditAdmin',
  'tagAdmin',
  'secondFactor',
  'keepPasskeys',
  'peopleAdmin',
  'moderation',
  'act',
];

/**
 * Compiles `messages/{language}.json` where it is imported with `?texts`, or with `?app-texts` or `?late-texts` for the app’s parts.
 * The module `virtual:app-texts` (app/start/built-modules.d.ts) knows the files of the languages that the app speaks.
 */
export function compileMessages(folder = 'messages'): Plugin {
  let catalogues: Catalogues;
  let isBuild = true;
  const loaded = new Set<string>();
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
      const ofApp = [...areasOf(catalogues, 'rest')].filter((area) => !siteArea.test(area) && !areasOfMails.test(area));
      const first = [...ofApp.filter((area) => !lateAreas.includes(area)), ...finderAreasOfApp];
      const areas = new Set(query === 'late-texts' ? lateAreas : first);
      const isNeeded = (key: string) => query === 'texts' || areas.has(key.split('.')[0] ?? '');
      const catalogue = JSON.stringify({
        texts: compileTexts(catalogues, basename(path, '.json'), isNeeded),
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
