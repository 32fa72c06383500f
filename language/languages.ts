import { nameOfLanguage } from './names.ts';
import { createWords, type Texts, type Words } from './words.ts';

type Catalogue = { texts: Texts; hasRest: boolean };

/** For the server, which knows every language. The app loads one (app/start/words.ts). */
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

/** Every language that there is, as BCP 47 tags. */
export const languages: readonly string[] = [...all.keys()];
export const languageNames = languages.map(nameOfLanguage);

/** The words of a language; of one that there is not, English ones. */
export function wordsIn(language: string | null | undefined): Words {
  const found = all.get(language ?? defaultLanguage) ?? all.get(defaultLanguage);
  if (!found) throw new Error('There is no English.');
  return found.words;
}

/** The languages of the public pages. */
export const restLanguages: readonly string[] = languages.filter((language) => all.get(language)?.hasRest);

/** The language in which somebody who reads this one sees what is beyond the finder’s side. */
export function restLanguage(language: string): string {
  return all.get(language)?.hasRest ? language : defaultLanguage;
}

type Direction = 'ltr' | 'rtl';

const directions = new Map<string, Direction>();

/** The direction in which a language is written, of any BCP 47 tag. */
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
