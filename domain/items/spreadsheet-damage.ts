import type { ItemFileColumn } from './contract/item-file.ts';
import type { LineProblem } from './read-item-line.ts';
import { isDate } from './spreadsheet-dates.ts';

type Cells = Partial<Record<ItemFileColumn, string>>;

/** Numbers and codes, of which a spreadsheet makes numbers and days. */
const codes = ['serialNumber', 'chip', 'reference', 'phone'] as const satisfies ItemFileColumn[];
const texts = ['name', 'note', 'reward', ...codes] as const satisfies ItemFileColumn[];

/** As 1.23E+12, also without the sign where there is a fraction. */
const rounded = /^[-+]?\d(?:E[-+]|[.,]\d+E[-+]?)\d{1,3}$/i;
/** Spreadsheets keep 15 digits of a number. */
const cut = /^\D*(?:\d\D?){14}\d\D?0+$/;
const error = /^#(?:NAME\?|VALUE!|REF!|N\/A|DIV\/0!|NUM!|NULL!|#+)$/i;

/** What a spreadsheet seems to have destroyed; what it was can no longer be told. */
export function findDamage(cells: Cells): LineProblem[] {
  const typed = (column: ItemFileColumn) => cells[column]?.trim() ?? '';
  const damaged = [
    ...texts.filter((column) => rounded.test(typed(column)) || error.test(typed(column))),
    ...codes.filter((column) => cut.test(typed(column)) || isDate(typed(column))),
  ];
  return damaged.map((column) => ({
    column,
    problem: { key: 'itemFile.damaged', params: { typed: typed(column) } },
    level: 'doubt',
  }));
}
