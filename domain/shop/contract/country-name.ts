import type { Translations } from '../../../language/create-translations.ts';

/** Territories that no standard names. */
const named = ['XI', 'DE-78266', 'DE-27498', 'IT-23041', 'IT-22061', 'GR-63086'] as const;

/** Of a country or a territory; what is no code is its own name. */
export function nameOfCountry(code: string, t: Translations): string {
  const territory = named.find((each) => each === code);
  if (territory) return t(`territory.${territory}`);
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(t.language, { type: 'region' }).of(code) ?? code) : code;
}
