import type { Words } from '../../language/words.ts';
import { dayOf, timeOf } from '../widgets/dates.ts';
import type { PageVersion } from './page-queries.ts';

/** When something was done, and by whom. */
export function doneInWords({ at, name }: PageVersion['published'], t: Words) {
  return { day: dayOf(at, 'short'), time: timeOf(at), name: name ?? t('pagesAdmin.nobody') };
}
