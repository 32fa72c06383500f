import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { translationsIn } from '../../language/languages.ts';
import { setTranslations } from '../core/document/app-translations.ts';
import { dayOf, timeOf, whenOf } from './dates.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 4, 3, 15, 30) }));
afterEach(() => {
  vi.useRealTimers();
  setTranslations(translationsIn('en'));
});

const today = new Date(2026, 4, 3, 9, 5).toISOString();
const lastYear = new Date(2025, 11, 24, 18, 0).toISOString();

test.each([
  ['de', { day: '3. Mai', time: '09:05', now: '09:05', before: '24. Dez. 2025' }],
  ['en', { day: 'May 3', time: '9:05 AM', now: '9:05 AM', before: 'Dec 24, 2025' }],
])('days and times are those of the page’s language: %s', (language, expected) => {
  setTranslations(translationsIn(language));
  const shown = { day: dayOf(today), time: timeOf(today), now: whenOf(today), before: whenOf(lastYear) };
  expect(JSON.parse(JSON.stringify(shown).replaceAll('\u202f', ' '))).toEqual(expected);
});
