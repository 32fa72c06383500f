import { remembered } from './remembered.ts';

export const nameOfLanguage = remembered((language: string) => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
});

export function sortLanguages(languages: readonly string[]): string[] {
  const { compare } = new Intl.Collator('en');
  return languages.toSorted((one, other) => compare(nameOfLanguage(one), nameOfLanguage(other)));
}

export function languageSearch(search: string | URLSearchParams, language: string): string {
  const params = new URLSearchParams(search);
  params.set('lang', language);
  return `?${params}`;
}

export function listOfLanguages(languages: readonly string[], language: string): string {
  return new Intl.ListFormat(language).format(languages.map(nameOfLanguage));
}
