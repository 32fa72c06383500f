import { plainDigits } from '../texts/contract/plain-digits.ts';
import type { ItemFileCells, ItemFileColumn } from './contract/item-file.ts';
import type { LineProblem } from './read-item-line.ts';

const dateColumns = ['added', 'tripUntil', 'lastSeen'] as const satisfies ItemFileColumn[];

/** The same cells with days as 2099-05-03: spreadsheets write them as their country does. A day that can be read in two ways stays as it is. */
export function withPlainDates(lines: ItemFileCells[]): ItemFileCells[] {
  const order = orderOf(lines.flatMap((cells) => dateColumns.map((column) => cells[column] ?? '')));
  return lines.map((cells) => ({
    ...cells,
    ...Object.fromEntries(
      dateColumns.flatMap((column) => {
        const plain = toPlainDate(cells[column] ?? '', order, column === 'lastSeen');
        return plain ? [[column, plain]] : [];
      }),
    ),
  }));
}

type Parts = Partial<
  Record<'year' | 'month' | 'day' | 'name' | 'one' | 'two' | 'mark' | 'hour' | 'minute' | 'half', string>
>;

type Order = 'day-first' | 'month-first' | undefined;

const clock = String.raw`(?:(?:,|\s+at|\s+um)?[\sT]*(?<hour>\d{1,2})[:.h](?<minute>\d{2})(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:Uhr|(?<half>[ap]\.?m\.?))?)?`;
const ordinal = '(?:st|nd|rd|th|er|[oa])?';
const yearFirst = new RegExp(
  String.raw`^(?<year>\d{4})([-/.])\s?(?<month>\d{1,2})\2\s?(?<day>\d{1,2})\.?${clock}$`,
  'i',
);
const yearLast = new RegExp(
  String.raw`^(?<one>\d{1,2})(?<mark>[-/.])\s?(?<two>\d{1,2})\k<mark>\s?(?<year>\d{4}|\d{2})${clock}$`,
  'i',
);
const dayAndName = new RegExp(
  String.raw`^(?<day>\d{1,2})${ordinal}[-./\s]*(?:de\s)?(?<name>\p{L}{3,})[-./\s]*(?:de\s)?(?<year>\d{4}|\d{2})${clock}$`,
  'iu',
);
const nameAndDay = new RegExp(
  String.raw`^(?<name>\p{L}{3,})\.?\s+(?<day>\d{1,2})${ordinal},?\s+(?<year>\d{4})${clock}$`,
  'iu',
);

const forms = [yearFirst, yearLast, dayAndName, nameAndDay];
/** Elsewhere it is a number. */
const digitsAlone = /^(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)$/;
const zone = /(?<=:\d\d(?:\.\d+)?)\s*(?:Z|UTC|[+-]\d\d:?\d\d)$/i;
const dayOfWeek = /^\p{L}+[.,]*\s+/u;

const namesIn = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv'].map((language) =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)).toLowerCase(),
  ),
);

const isDate = (text: string) => forms.some((form) => form.test(text)) || dayWithoutYear(text);

function dayWithoutYear(text: string): boolean {
  const name = /^(?:\d{1,2}[-./\s]+(\p{L}{3,})|(\p{L}{3,})[-./\s]+(?:\d{1,2}|\d{4}))\.?$/u.exec(text);
  return name !== null && monthNamed(name[1] ?? name[2] ?? '') > 0;
}

/** By the beginning of its name, in any of the languages, where that is only one. */
function monthNamed(name: string): number {
  const typed = name.toLowerCase();
  const months = namesIn.flatMap((names) => names.findIndex((each) => each.startsWith(typed)) + 1 || []);
  return new Set(months).size === 1 ? (months[0] ?? 0) : 0;
}

/** One day after the 12th tells it for the file. */
function orderOf(texts: string[]): Order {
  const days = texts.map((text) => partsOf(yearLast, plainDigits(text).trim()));
  const isDayFirst = days.some(({ one }) => Number(one) > 12);
  const isMonthFirst = days.some(({ two }) => Number(two) > 12);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? 'day-first' : 'month-first';
}

function toPlainDate(typed: string, order: Order, withTime: boolean): string | undefined {
  const digits = plainDigits(typed)
    .replace(/[年月년월]\s*/g, '-')
    .replace(/[日일]/g, '')
    .trim();
  const text = withTime ? digits : digits.replace(zone, '');
  const read = [text, text.replace(dayOfWeek, '')]
    .flatMap((each) => [...forms, digitsAlone].map((form) => partsOf(form, each)))
    .find(({ year }) => year);
  const parts = read && dayIn(read, order);
  if (!parts) return undefined;
  const { month, day } = parts;
  const year = `20${read.year}`.slice(-4);
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (!withTime || !read.hour) return date;
  const half = read.half?.toLowerCase();
  const hour = half ? (Number(read.hour) % 12) + (half.startsWith('p') ? 12 : 0) : Number(read.hour);
  return `${date} ${twoDigits(hour)}:${read.minute}`;
}

const partsOf = (form: RegExp, text: string): Parts => form.exec(text)?.groups ?? {};

function dayIn({ name, month, day, one, two, mark }: Parts, fileOrder: Order) {
  if (name) return monthNamed(name) > 0 ? { month: monthNamed(name), day: Number(day) } : undefined;
  if (month) return { month: Number(month), day: Number(day) };
  const order = mark === '.' ? 'day-first' : fileOrder;
  if (!order && one !== two) return undefined;
  return order === 'month-first' ? { month: Number(one), day: Number(two) } : { month: Number(two), day: Number(one) };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Numbers and codes, of which a spreadsheet makes numbers and days. */
const codes = ['serialNumber', 'chip', 'reference', 'phone'] as const satisfies ItemFileColumn[];
const texts = ['name', 'note', 'reward', ...codes] as const satisfies ItemFileColumn[];

/** As 1.23E+12, also without the sign where there is a fraction. */
const rounded = /^[-+]?\d(?:E[-+]|[.,]\d+E[-+]?)\d{1,3}$/i;
/** Spreadsheets keep 15 digits of a number. */
const cut = /^\D*(?:\d\D?){14}\d\D?0+$/;
const error = /^#(?:NAME\?|VALUE!|REF!|N\/A|DIV\/0!|NUM!|NULL!|#+)$/i;

/** What a spreadsheet seems to have destroyed; what it was can no longer be told. */
export function findDamage(cells: ItemFileCells): LineProblem[] {
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
