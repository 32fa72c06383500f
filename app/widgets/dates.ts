import { t } from '../start/words.ts';

/** “May 3”, with the year when it is another one. */
export function dayOf(iso: string, month: 'long' | 'short' = 'long'): string {
  const date = new Date(iso);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric';
  return t.date(date, { day: 'numeric', month, year });
}

/** “2:05 PM”. */
export function timeOf(iso: string): string {
  return t.date(new Date(iso), { timeStyle: 'short' });
}

/** The time for today, the day for everything before. */
export function whenOf(iso: string): string {
  return isToday(iso) ? timeOf(iso) : dayOf(iso, 'short');
}

export function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString();
}
