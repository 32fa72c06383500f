import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { categories } from '../domain/items/contract/categories.ts';
import {
  checkedFile,
  type checkedLine,
  columnKey,
  fileEncodings,
  furtherColumns,
} from '../domain/items/contract/item-file.ts';
import { maxItemFileMegabytes, maxItemFileRows } from '../domain/items/contract/limits.ts';
import { itemSearch } from '../domain/items/contract/schema.ts';
import { exportItems } from '../domain/items/export-items.ts';
import { importItems, type JudgedLine, judgeItemFile } from '../domain/items/import-items.ts';
import type { UnreadableFile } from '../domain/items/read-item-file.ts';
import type { LineProblem } from '../domain/items/read-item-line.ts';
import { restLanguageOf } from '../domain/settings/languages.ts';
import type { Translations } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import { uploadPath } from '../paths/api.ts';
import { exportItemsPath } from '../paths/paths.ts';
import { forUser, Refusal } from './define.ts';
import { receive } from './files.ts';
import { idempotencyKey } from './inputs.ts';
import { type PlainRefusal, refused, tooManyRequests } from './refused.ts';

const encoding = z.enum(fileEncodings);
/** Each is added once for a key. */
const chosen = z.strictObject({ lines: z.array(z.int()).max(maxItemFileRows), key: idempotencyKey });

const csv = `A CSV file of at most ${maxItemFileMegabytes} MB and ${maxItemFileRows} lines, whose first line names the columns in English, German, French, Spanish, Italian, Dutch or Swedish, or as Homebox, Snipe-IT, Shelf, Sortly and AssetTiger do: name, and if given the others of exportItems; code, address and day are not taken, pictures and receipts are not in it`;

export const itemFileFunctions = {
  exportItems: forUser({
    route: `GET ${exportItemsPath()}`,
    countsItself: true,
    summary: 'Your items as CSV, those in use before the archived ones; `search` and `category` as in `listItems`.',
    input: z.object({ search: itemSearch.optional(), category: z.enum(categories).optional() }),
    output: z.strictObject({ csv: z.instanceof(ReadableStream<Uint8Array>) }),
    run: async ({ user, language }, filter, services) => {
      const taken = await services.limits.take('export', user.uid);
      if (!taken.allowed) return tooManyRequests(taken);
      const texts = exportItems(user, filter, translationsIn(restLanguageOf(language, services)), services);
      const stream = Readable.toWeb(Readable.from(texts)) as ReadableStream<string>;
      return { csv: stream.pipeThrough(new TextEncoderStream()) };
    },
  }),

  checkItemFile: forUser({
    route: `POST ${uploadPath('checkItemFile')}`,
    takesFile: true,
    summary: `Says what \`importItems\` would add, and what is wrong with the other lines. ${csv}.`,
    input: z.object({ encoding: encoding.optional() }),
    output: checkedFile,
    run: async (caller, { encoding }, services) => {
      const path = await receive(caller, services, 'import');
      if (path instanceof Refusal) return path;
      const sent = { bytes: await readFile(path), encoding };
      const judged = await judgeItemFile(caller.user, sent, caller.language, services);
      const t = translationsIn(restLanguageOf(caller.language, services));
      if ('unreadable' in judged) return why(judged, t);
      const addable = judged.lines.filter(({ item, hasDoubts }) => item && !hasDoubts).length;
      return { ...judged, addable, lines: judged.lines.map((line) => inWords(line, t)) };
    },
  }),

  importItems: forUser({
    route: `POST ${uploadPath('importItems')}`,
    takesFile: true,
    summary: `Adds the lines of a file as items, each with a new tag; leaves out those with which something is wrong. A line that was added before is added only when it is \`chosen\`: the nth equal line of a file is the nth equal item. ${csv}.`,
    input: z.object({ encoding: encoding.optional(), chosen: chosen.optional() }),
    output: z.strictObject({ added: z.int() }),
    run: async (caller, { encoding, chosen }, services) => {
      const path = await receive(caller, services, 'import');
      if (path instanceof Refusal) return path;
      const sent = { bytes: await readFile(path), encoding };
      const choice = { language: caller.language, chosen };
      const imported = await importItems(caller.user, sent, choice, services);
      const t = translationsIn(restLanguageOf(caller.language, services));
      return 'unreadable' in imported ? why(imported, t) : imported;
    },
  }),
};

function inWords({ line, cells, item, problems }: JudgedLine, t: Translations): z.infer<typeof checkedLine> {
  const { name = '', category = '', note = '' } = cells;
  const said = (some: LineProblem[]) =>
    some.map(({ column, problem }) => ({ ...(column && { column: t(columnKey(column)) }), problem: t.say(problem) }));
  return {
    line,
    ...(item ? { ...item.details, category: t(`category.${item.details.category}`) } : { name, category, note }),
    more: furtherColumns.flatMap((column) => {
      const text = cells[column]?.trim();
      return text ? [{ column: t(columnKey(column)), text }] : [];
    }),
    problems: said(problems.filter(({ level }) => !level)),
    doubts: said(problems.filter(({ level }) => level === 'doubt')),
    remarks: said(problems.filter(({ level }) => level === 'remark')),
  };
}

function why(file: UnreadableFile, t: Translations): Refusal | PlainRefusal {
  switch (file.unreadable) {
    case 'too-large':
      return refused(file.unreadable, { params: { most: maxItemFileMegabytes } });
    case 'too-many-rows':
      return refused(file.unreadable, { params: { most: maxItemFileRows } });
    case 'no-name-column':
      return refused(file.unreadable, { params: { name: t('itemFile.name') } });
    case 'same-column':
      return refused(file.unreadable, { params: { column: t(columnKey(file.column)) } });
    case 'open-quote':
      return refused(file.unreadable, { params: { line: file.line } });
    default:
      return file.unreadable;
  }
}
