import type { Words } from '../../../language/words.ts';
import { csvLines, utf8Mark } from '../../lists/contract/csv.ts';
import type { Reported } from './prepare.ts';
import type { Outcome } from './schema.ts';

/** What became of a row, or of a `dryRun` what would. */
export function stateInWords(state: Outcome['state'], dryRun: boolean, t: Words): string {
  return t(dryRun && state === 'imported' ? 'firebaseImport.state_importedDry' : `firebaseImport.state_${state}`);
}

/** A CSV file of all that was not imported, or not wholly, with the reasons. */
export function reportAsCsv(reported: Reported[], dryRun: boolean, t: Words): string {
  const head = [t('firebaseImport.kind'), t('firebaseImport.place'), t('firebaseImport.id'), t('firebaseImport.name')];
  const lines = reported
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ kind, place, id, name, state, reasons }) => [
      t(`firebaseImport.kind_${kind}`),
      String(place),
      id,
      name,
      stateInWords(state, dryRun, t),
      reasons.map((reason) => t(`firebaseImport.${reason}`)).join(' '),
    ]);
  const table = [[...head, t('firebaseImport.state'), t('firebaseImport.reason')], ...lines];
  return utf8Mark + csvLines(table);
}

/** Or would be, where it was only judged. */
export function isAnyImported(reported: Reported[]): boolean {
  return reported.some(({ state }) => state === 'imported');
}
