import type { Words } from '../language/words.ts';

/** “May 3”, with the year when it is another one. */
export function dayInWords(iso: string, t: Words, month: 'long' | 'short' = 'long'): string {
  const date = new Date(iso);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return t.date(date, { day: 'numeric', month, year });
}
