import type { Translations } from '../language/create-translations.ts';

export function dayInWords(iso: string, t: Translations, month: 'long' | 'short' = 'long'): string {
  const date = new Date(iso);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return t.date(date, { day: 'numeric', month, year });
}

/** With its year, in UTC: the server does not know the reader's clock. */
export function longDay(date: string | Date, t: Translations): string {
  return t.date(new Date(date), { dateStyle: 'long', timeZone: 'UTC' });
}

/** @param local on the clock of its place, such as “2026-11-22T14:30” */
export function momentInWords(local: string, t: Translations): string {
  return t.date(new Date(`${local}Z`), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}
