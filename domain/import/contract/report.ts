import type { Words } from '../../../language/words.ts';
import { toSafeCell, utf8Mark } from '../../items/contract/item-file.ts';
import type { Reported } from './prepare.ts';

/** A CSV file of all that was not imported, or not wholly, with the reasons. */
export function reportAsCsv(reported: Reported[], t: Words): string {
  const head = [t('firebaseImport.kind'), t('firebaseImport.id'), t('firebaseImport.name')];
  const lines = reported
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ kind, id, name, state, reasons }) => [
      t(`firebaseImport.kind_${kind}`),
      id,
      name,
      t(`firebaseImport.state_${state}`),
      reasons.map((reason) => t(`firebaseImport.${reason}`)).join(' '),
    ]);
  const table = [[...head, t('firebaseImport.state'), t('firebaseImport.reason')], ...lines];
  return `${utf8Mark}${table.map((line) => line.map(toCell).join(',')).join('\r\n')}\r\n`;
}

function toCell(text: string): string {
  return `"${toSafeCell(text).replaceAll('"', '""')}"`;
}
