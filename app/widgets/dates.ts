/** Dates in words, in the page's language, as this person's browser writes it (en-GB on an English page, say). */
const language = document.documentElement.lang;
const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;

const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });

/** “3 May”, with the year when it is another one. */
export function dayOf(iso: string, month: 'long' | 'short' = 'long'): string {
  const date = new Date(iso);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return date.toLocaleDateString(locale, { day: 'numeric', month, year });
}

/** “14:05”. */
export function timeOf(iso: string): string {
  return time.format(new Date(iso));
}

/** The time for today, the day for everything before: as short as a list needs it. */
export function whenOf(iso: string): string {
  const today = new Date(iso).toDateString() === new Date().toDateString();
  return today ? timeOf(iso) : dayOf(iso, 'short');
}
