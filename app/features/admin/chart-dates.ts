import type { Translations } from '../../../language/create-translations.ts';

/** Days are those of UTC, wherever one reads. */
export function dateOf(day: string, t: Translations): string {
  return t.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}
