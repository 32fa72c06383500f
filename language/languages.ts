import { type CompiledTexts, createTranslations, type Translations } from './create-translations.ts';
import { sortLanguages } from './names.ts';

type Catalogue = { texts: CompiledTexts; hasRest: boolean };

/** For the server. The app loads one language (app/core/document/app-translations.ts). */
const catalogues = import.meta.glob<Catalogue>('../messages/*.json', {
  query: '?texts',
  eager: true,
  import: 'default',
});

const files = new Map(
  Object.entries(catalogues).map(([path, file]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), file]),
);

export const defaultLanguage = 'en';

const english = files.get(defaultLanguage)?.texts;

const words = new Map(
  [...files].map(([language, { texts }]) => [
    language,
    createTranslations(language, Object.assign(Object.create(english ?? null) as CompiledTexts, texts)),
  ]),
);

/** BCP 47 tags, in the order of a list for people: by the languages' own names. */
export const languages: readonly string[] = sortLanguages([...files.keys()]);

/** Those in which every page can be read; in the others only what finders see. */
export const restLanguages: readonly string[] = languages.filter((language) => files.get(language)?.hasRest);

/** An unknown language is answered in English. */
export function translationsIn(language: string | null | undefined): Translations {
  const found = words.get(language ?? defaultLanguage) ?? words.get(defaultLanguage);
  if (!found) throw new Error('There is no English.');
  return found;
}

export function restLanguage(language: string): string {
  return files.get(language)?.hasRest ? language : defaultLanguage;
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
