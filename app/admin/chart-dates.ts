import type { Words } from '../../language/words.ts';

/** Days are those of UTC, wherever one reads. */
export function dateOf(day: string, t: Words): string {
  return t.date(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' });
}
