export type LanguageName = { language: string; name: string };

/** What speakers of the language call it. */
export function nameOfLanguage(language: string): LanguageName {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return { language, name: name.charAt(0).toLocaleUpperCase(language) + name.slice(1) };
}

/** The same page in another language: the part of its address from the question mark on. */
export function languageSearch(search: string | URLSearchParams, language: string): string {
  const params = new URLSearchParams(search);
  params.set('lang', language);
  return `?${params}`;
}
