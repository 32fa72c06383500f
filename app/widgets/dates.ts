import { dayInWords } from '../../ui/dates.ts';
import { translations } from '../core/document/app-translations.ts';

export function dayOf(iso: string, month: 'long' | 'short' = 'long'): string {
  return dayInWords(iso, translations(), month);
}

export function timeOf(iso: string): string {
  return translations().date(new Date(iso), { timeStyle: 'short' });
}

export function whenOf(iso: string): string {
  return isToday(iso) ? timeOf(iso) : dayOf(iso, 'short');
}

export function isToday(iso: string): boolean {
  return new Date(iso).toDateString() === new Date().toDateString();
}
