import { nameOfLanguage } from './names.ts';
import { createWords, type Texts, type Words } from './words.ts';

type Catalogue = { texts: Texts; hasRest: boolean };

/** For the server. The app loads one language (app/start/words.ts). */
const catalogues = import.meta.glob<Catalogue>('../messages/*.json', {
  query: '?texts',
  eager: true,
  import: 'default',
});

const all = new Map(
  Object.entries(catalogues).map(([path, { texts, hasRest }]) => {
    const language = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
    return [language, { hasRest, words: createWords(language, texts) }];
  }),
);

export const defaultLanguage = 'en';

/** BCP 47 tags. */
export const languages: readonly string[] = [...all.keys()];
export const languageNames = languages.map(nameOfLanguage);

/** An unknown language is answered in English. */
export function wordsIn(language: string | null | undefined): Words {
  const found = all.get(language ?? defaultLanguage) ?? all.get(defaultLanguage);
  if (!found) throw new Error('There is no English.');
  return found.words;
}

export const restLanguages: readonly string[] = languages.filter((language) => all.get(language)?.hasRest);

/** The language of the pages that are not for finders. */
export function restLanguage(language: string): string {
  return all.get(language)?.hasRest ? language : defaultLanguage;
}

type Direction = 'ltr' | 'rtl';

const directions = new Map<string, Direction>();

export function directionOf(language: string): Direction {
  const known = directions.get(language) ?? readDirection(language);
  directions.set(language, known);
  return known;
}

/** TypeScript does not know the method yet. */
function readDirection(language: string): Direction {
  const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: Direction } };
  return locale.getTextInfo().direction;
}
