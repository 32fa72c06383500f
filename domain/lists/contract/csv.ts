/** Begins a CSV file: without it, spreadsheets take the text for one in the system's own encoding. */
export const utf8Mark = '\ufeff';

const sign = '[=+\\-@＝＋－＠]';
/** Where a cell begins for one of those who read the line: at a comma, a semicolon or a tab, with or without quotes. */
const begin = '(^|[,;\\t\\r\\n"])([^\\S\\t\\r\\n]*)';
const formula = new RegExp(`${begin}('*)(${sign}[^,;\\t\\r\\n"]*)`, 'g');
const safeFormula = new RegExp(`${begin}'('*)(?=${sign})`, 'g');
const number = /^[+-][ \d.]*\d[ \d.]*$/;

/** Lines of a CSV file (RFC 4180). In none of them a spreadsheet finds a formula, whatever it takes for the end of a cell. */
export function csvLines(rows: (string | number | null)[][]): string {
  return rows
    .map((cells) => `${cells.map((cell, at) => quote(toSafe(String(cell ?? ''), at === 0))).join(',')}\r\n`)
    .join('');
}

export function fromSafeCell(cell: string): string {
  return cell.replace(safeFormula, '$1$2$3');
}

/** Puts an apostrophe before what may be run. A number stays where it is a whole cell for whoever ends cells at commas. */
function toSafe(text: string, isFirst: boolean): string {
  return text.replace(formula, (all: string, end: string, space: string, marks: string, part: string, at: number) => {
    const isWhole = [undefined, ','].includes(text[at + all.length]) && (end === ',' || (end === '' && !isFirst));
    const stays = isWhole && marks === '' && number.test(part);
    return stays ? all : `${end}${space}'${marks}${part}`;
  });
}

const quote = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
