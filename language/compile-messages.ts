import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { areasOf, compileTexts, readCatalogues } from './catalogues.ts';

/** The areas of the site’s pages, such as `aboutPage`, which the app never shows. */
const siteArea = /Page$/;
/** Of the finder scope, what the app shows too: the frame around pages, system screens, and what finders choose from. */
const finderAreasOfApp = ['frame', 'screen', 'answer', 'category', 'error'];

/** What only one page of the app shows, which loads it. */
const lateAreas = ['print'];

/** Of the rest, what only the server says. */
const areasOfMails = /^mail(?:[A-Z]|$)/;

/**
 * Compiles `messages/{language}.json` where it is imported with `?texts`, with `?app-texts` for what the app shows of it, or with `?late-texts` for what it loads later.
 * A catalogue that does not fit to English fails the build.
 */
export function compileMessages(folder = 'messages'): Plugin {
  let catalogues: ReturnType<typeof readCatalogues>;
  return {
    name: 'compile-messages',
    enforce: 'pre',
    buildStart() {
      catalogues = readCatalogues(folder);
    },
    load(id) {
      const [path = '', query] = id.split('?');
      if (query !== 'texts' && query !== 'app-texts' && query !== 'late-texts') return null;
      this.addWatchFile(path);
      catalogues = readCatalogues(folder);
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
