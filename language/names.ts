export type LanguageName = { language: string; name: string };

/** In the language itself. */
export function nameOfLanguage(language: string): LanguageName {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return { language, name: name.charAt(0).toLocaleUpperCase(language) + name.slice(1) };
}

/** @returns the query string of the same page in another language */
export function languageSearch(search: string | URLSearchParams, language: string): string {
  const params = new URLSearchParams(search);
  params.set('lang', language);
  return `?${params}`;
}
