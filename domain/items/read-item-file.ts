import { CsvError, parse } from 'csv-parse/sync';
import { fromSafeCell } from '../lists/contract/csv.ts';
import { columnsOf } from './column-titles.ts';
import type { FileEncoding, ItemFileCells, ItemFileColumn } from './contract/item-file.ts';
import { maxItemFileMegabytes, maxItemFileRows } from './contract/limits.ts';
import { withPlainDates } from './spreadsheet-cells.ts';

export type FileLine = { line: number; cells: ItemFileCells; hasMoreCells: boolean };

export type SentFile = { bytes: Uint8Array; encoding?: FileEncoding | undefined };

type Table = {
  lines: FileLine[];
  unknownColumns: string[];
};

export type ItemFile = Table & Omit<DecodedFile, 'text'> & { sample: string };

export type UnreadableFile =
  | { unreadable: 'too-large' | 'no-text' | 'no-name-column' | 'no-rows' | 'too-many-rows' }
  | { unreadable: 'open-quote'; line: number }
  | { unreadable: 'same-column'; column: ItemFileColumn };

/** Reads a CSV file whose first line names columns, in our words or others that people use (RFC 4180, and what spreadsheets make of it). */
export function readItemFile({ bytes, encoding }: SentFile): ItemFile | UnreadableFile {
  if (bytes.length > maxItemFileMegabytes * 1_000_000) return { unreadable: 'too-large' };
  const { text: decoded, ...reading } = decodeFile(bytes, encoding);
  const text = decoded.replace(/\r\n?/g, '\n');
  if (text.includes('\0')) return { unreadable: 'no-text' };
  try {
    const table = readLines(text);
    return 'unreadable' in table ? table : { ...table, ...reading, sample: sampleOf(text) };
  } catch (error) {
    if (error instanceof OpenQuote) return { unreadable: 'open-quote', line: error.line };
    throw error;
  }
}

/** The first line that cannot be read, or with letters that encodings have in different places. */
function sampleOf(text: string): string {
  const lines = text.split('\n');
  const sample = lines.find((line) => line.includes('\ufffd')) ?? lines.find((line) => /\P{ASCII}/u.test(line));
  return sample?.slice(0, 200) ?? '';
}

function readLines(text: string): Table | UnreadableFile {
  const table = text.replace(delimiterLine, '$1');
  const from_line = findHead(table);
  const delimiter = findDelimiter(table.split('\n', from_line).at(-1) ?? '');
  const [head, ...records] = parseRecords(table, { delimiter, from_line, to: maxItemFileRows + 2 });
  const columns = columnsOf(head?.cells ?? []);
  if (!columns.includes('name')) return { unreadable: 'no-name-column' };
  const column = columns.find((each, index) => each && columns.indexOf(each) < index);
  if (column) return { unreadable: 'same-column', column };
  if (records.length === 0) return { unreadable: 'no-rows' };
  if (records.length > maxItemFileRows) return { unreadable: 'too-many-rows' };
  // A head may have a million cells: it is gone through once, not with each line.
  const known = columns.flatMap((name, index) => (name ? [{ name, index }] : []));
  const filled = new Set<number>();
  const lines = records.map(({ line, cells }) => {
    for (const [index, cell] of cells.entries()) if (cell.trim()) filled.add(index);
    return {
      line,
      cells: Object.fromEntries(known.map(({ name, index }) => [name, fromSafeCell(cells[index] ?? '')])),
      hasMoreCells: cells.slice(columns.length).some((cell) => cell.trim() !== ''),
    };
  });
  const unknownColumns = (head?.cells ?? []).filter((_, index) => !columns[index] && filled.has(index));
  const dated = withPlainDates(lines.map(({ cells }) => cells));
  return { lines: lines.map((line, index) => ({ ...line, cells: dated[index] ?? line.cells })), unknownColumns };
}

/** By which Excel says what separates the cells. */
const delimiterLine = /^(\ufeff?)"?sep=."?[ \t]*(?=\n)/i;

type Reading = { delimiter: string; from_line: number; to: number };

function parseRecords(text: string, reading: Reading): { line: number; cells: string[] }[] {
  const options = {
    ...reading,
    bom: true,
    info: true,
    ltrim: true,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  } as const;
  let read = 0;
  const on_record = (record: string[], { lines }: { lines: number }) => {
    read = lines;
    return record;
  };
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, { ...options, on_record }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
    const below = text.split('\n').slice(read);
    throw new OpenQuote(read + 1 + below.findIndex((line) => line.trim() !== ''));
  }
  return records.map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    cells: record,
  }));
}

/** The parser names the last line of the file; here it is the first that belongs to no whole record. */
class OpenQuote extends Error {
  readonly line: number;

  constructor(line: number) {
    super('A quotation mark is not closed.');
    this.line = line;
  }
}

/** There are few columns: the separator shows in the first cells. */
const mostCompared = 1_000;

const mostTitles = 10;

/** The line that names columns: above it spreadsheets write the name of the table and other things that people like to see there. */
function findHead(text: string): number {
  const lines = text.replace('\ufeff', '').split('\n', mostTitles);
  const first = lines.findIndex((line) => line.trim());
  const isHead = (line: string) =>
    columnsIn(line, findDelimiter(line)).includes('name') && knownColumns(line, findDelimiter(line)) > 1;
  const found = columnsOf([lines[first] ?? ''])[0] === 'name' ? first : lines.findIndex(isHead);
  return Math.max(found === -1 ? first : found, 0) + 1;
}

const columnsIn = (head: string, delimiter: string) => columnsOf(head.split(delimiter, mostCompared));

const knownColumns = (head: string, delimiter: string) => columnsIn(head, delimiter).filter(Boolean).length;

function findDelimiter(head: string): string {
  const known = (delimiter: string) => knownColumns(head, delimiter);
  return [',', ';', '\t'].toSorted((a, b) => known(b) - known(a))[0] ?? ',';
}

type DecodedFile = { text: string; encoding: FileEncoding; isGuessed: boolean };

/** Text of a file: UTF-8, or UTF-16 by its mark, or else what spreadsheets most likely wrote. */
function decodeFile(bytes: Uint8Array, chosen?: FileEncoding): DecodedFile {
  if (chosen) return { text: new TextDecoder(chosen).decode(bytes), encoding: chosen, isGuessed: true };
  const marked = (['utf-16le', 'utf-16be'] as const)[['255 254', '254 255'].indexOf(`${bytes[0]} ${bytes[1]}`)];
  const wide = marked ?? guessUtf16(bytes);
  const sure = wide || !isUtf8(bytes) ? marked : 'utf-8';
  const encoding = sure ?? wide ?? (isNearlyUtf8(bytes) ? 'utf-8' : guessBytes(bytes));
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuessed: !sure };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A file that was cut within a letter, or has a line of another one, is UTF-8 in most of its letters. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  const letters = new TextDecoder().decode(bytes).match(/\P{ASCII}/gu) ?? [];
  return letters.filter((letter) => letter === '\ufffd').length < letters.length / 2;
}

/** Every other byte of Latin letters is zero. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0] as [number, number];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (Math.max(even, odd) <= bytes.length / 4 || Math.min(even, odd) > 0) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** The letters of Mac Roman stand where Windows has marks, other than quotation marks and dashes, and the other way round. */
function guessBytes(bytes: Uint8Array): 'windows-1252' | 'macintosh' {
  let mac = 0;
  let windows = 0;
  for (const byte of bytes) {
    if (byte >= 0xc0) windows += 1;
    else if (byte > 0x80 && byte < 0xa0 && byte !== 0x85 && (byte < 0x91 || byte > 0x97)) mac += 1;
  }
  return mac > windows ? 'macintosh' : 'windows-1252';
}
