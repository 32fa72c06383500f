import { nameOfLanguage } from './names.ts';
import { createWords, type Texts, type Words } from './words.ts';

type Catalogue = { texts: Texts; hasRest: boolean };

/** For the server, which knows every language. The app loads one (app/start/load-words.ts). */
const catalogues = import.meta.glob<Catalogue>('../messages/*.json', {
  query: '?texts',
  eager: true,
  import: 'default',
});

const all = new Map(
  Object.entries(catalogues).map(([path, { texts, hasRest }]) => {
    const language = path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
    return [language, { hasRest, words: createWords(language, texts), direction: readDirection(language) }];
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

/** The language in which somebody who reads this one sees what is beyond the finder’s side. */
export function restLanguage(language: string): string {
  return all.get(language)?.hasRest ? language : defaultLanguage;
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return all.get(language)?.direction ?? 'ltr';
}

/** TypeScript does not know the method yet. */
function readDirection(language: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } };
  return locale.getTextInfo().direction;
}
