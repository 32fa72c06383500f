const scripts: Record<string, string[]> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
};

/**
 * The language of what was typed: that of the page, unless it is written in another script. Null then: a wrong mark would make programs read
 * it out, or translate it, from the wrong language.
 * @param page as a BCP 47 tag
 */
export function languageOf(text: string, page: string | undefined): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (!page || letters === 0) return null;
  const script = new Intl.Locale(page).maximize().script ?? '';
  const own = (scripts[script] ?? [script]).map((each) => `\\p{Script=${each}}`).join('');
  const written = text.match(new RegExp(`[${own}]`, 'gu'))?.length ?? 0;
  return written * 2 > letters ? page : null;
}
