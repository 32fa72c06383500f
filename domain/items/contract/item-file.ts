import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { factNames } from './facts.ts';

export const lossColumns = ['message', 'place', 'position', 'lastSeen', 'reference'] as const;

/** Of a CSV file of items; in words in the catalogue, under `itemFile`. `finderSees` names the facts that are shown. */
export const itemFileColumns = [
  'name',
  'category',
  'note',
  'code',
  'address',
  'state',
  'added',
  ...factNames,
  'finderSees',
  ...lossColumns,
] as const;

export const furtherColumns = ['state', ...factNames, 'finderSees', ...lossColumns] as const;

/** In which a file's characters can be read; names as `TextDecoder` knows them. */
export const fileEncodings = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1254',
] as const;
export type FileEncoding = (typeof fileEncodings)[number];

export type ItemFileColumn = (typeof itemFileColumns)[number];
export type ItemFileCells = Partial<Record<ItemFileColumn, string>>;

/** Of the whole line where it names no column. */
const problems = z.array(z.strictObject({ column: z.string().optional(), problem: z.string() }));

/** A line of a file as it would be added, or as it was typed where something is wrong with it. In the reader’s words. */
export const checkedLine = z.strictObject({
  line: z.int(),
  name: z.string(),
  category: z.string(),
  note: z.string(),
  /** The other cells that are read, as they were typed. */
  more: z.array(z.strictObject({ column: z.string(), text: z.string() })),
  problems,
  /** Why it is added only when it is chosen. */
  doubts: problems,
  /** What does not stop the line from being added. */
  remarks: problems,
});

export const checkedFile = z.strictObject({
  lines: z.array(checkedLine),
  addable: z.int(),
  unknownColumns: z.array(z.string()),
  /** The file does not say it where it `isGuessed`, or was chosen. */
  encoding: z.enum(fileEncodings),
  isGuessed: z.boolean(),
  sample: z.string(),
});
export type CheckedLine = z.infer<typeof checkedLine>;

export const columnKey = (column: ItemFileColumn) => `itemFile.${column}` as const satisfies PlainKey;
