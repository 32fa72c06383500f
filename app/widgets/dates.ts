import { dayInWords } from '../../ui/dates.ts';
import { t } from '../core/document/app-translations.ts';

export function dayOf(iso: string, month: 'long' | 'short' = 'long'): string {
  return dayInWords(iso, t, month);
}

export function timeOf(iso: string): string {
  return t.date(new Date(iso), { timeStyle: 'short' });
}

export function whenOf(iso: string): string {
  return isToday(iso) ? timeOf(iso) : dayOf(iso, 'short');
}

export function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString();
}
