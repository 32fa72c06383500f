import { csvLines, utf8Mark } from '../lists/contract/csv.ts';
import { type Kind, type Outcome, reasons } from './outcome.ts';
import type { Reported } from './prepare.ts';

const kindNames: Record<Kind, string> = { account: 'Accounts', item: 'Items', message: 'Messages' };
const stateNames: Record<Outcome['state'], string> = {
  imported: 'Imported',
  known: 'There before',
  refused: 'Refused',
};
const mostLines = 50;

/** A CSV file of all that was not imported, or not wholly, with the reasons. */
export function reportAsCsv(reported: Reported[], dryRun: boolean): string {
  const head = ['Kind', 'Place in the file', 'Old id', 'Email or name', 'State', 'Reason'];
  return utf8Mark + csvLines([head, ...remarksOf(reported, dryRun)]);
}

/** The same for a console, as far as somebody reads there. */
export function reportAsLines(reported: Reported[], dryRun: boolean): string[] {
  const remarks = remarksOf(reported, dryRun);
  const lines = remarks.slice(0, mostLines).map(([kind, place, id, name, state, because]) => {
    // Strangers chose the names: no sequence for the terminal among them.
    const shown = (name || id || '').replace(/[\p{Cc}\p{Cf}]/gu, '');
    return `${kind}, ${place}: ${shown || 'without a name'} · ${state}. ${because}`;
  });
  const left = remarks.length - mostLines;
  return left > 0 ? [...lines, `${left} more: --report report.csv writes all of them.`] : lines;
}

function remarksOf(reported: Reported[], dryRun: boolean): string[][] {
  return reported
    .filter((each) => each.reasons.length > 0)
    .map(({ kind, place, id, name, state, reasons: because }) => [
      kindNames[kind],
      String(place),
      id,
      name,
      dryRun && state === 'imported' ? 'Would be imported' : stateNames[state],
      because.map((reason) => reasons[reason]).join(' '),
    ]);
}
