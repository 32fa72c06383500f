import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { creationKeyOf } from '../accounts/contract/uid.ts';
import { cleanText } from '../texts/contract/clean-text.ts';
import { addFirstTags } from './change-items.ts';
import { firstDayNotOver } from './contract/facts.ts';
import { type ItemFileCells, itemFileColumns } from './contract/item-file.ts';
import { isMissing, timesIn } from './contract/item-state.ts';
import { newTagCode, readTagCode } from './contract/tag-code.ts';
import { factColumns, itemsOf, type Owner } from './items.ts';
import { type FileLine, type ItemFile, readItemFile, type SentFile, type UnreadableFile } from './read-item-file.ts';
import { type LineItem, type LineProblem, readItemLine } from './read-item-line.ts';
import { findDamage } from './spreadsheet-cells.ts';

export type JudgedLine = {
  line: number;
  cells: ItemFileCells;
  item: LineItem | undefined;
  problems: LineProblem[];
  hasDoubts: boolean;
  /** Of the item: the nth equal line of a file is the nth equal item, whatever its bytes. */
  key: string;
};

type JudgedFile = Omit<ItemFile, 'lines'> & { lines: JudgedLine[] };

/** Lines with doubts that are added all the same, once for each key. */
export type ChosenLines = { lines: number[]; key: string };

/** Says what of a CSV file can be added to the owner's items, and why not the rest. Stores nothing. */
export async function judgeItemFile(
  owner: Owner,
  sent: SentFile,
  language: string,
  services: Services,
): Promise<JudgedFile | UnreadableFile> {
  const file = readItemFile(sent);
  if ('unreadable' in file) return file;
  const codes = await ownCodes(owner, file.lines, services);
  const counts = new Map<string, number>();
  const judged = file.lines.map((line) => {
    const judgement = judge(line, { language, codes });
    if (!judgement.item) return { ...judgement, key: '' };
    const content = contentOf(line.cells);
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    return { ...judgement, key: creationKeyOf(owner, `import:${content}:${count}`) };
  });
  const known = await findKnown(owner, judged, services);
  return { ...file, lines: judged.map((line) => withDoubts(line, known.get(line.key))) };
}

/** Adds what can be added, each with a tag of its own: lines with doubts only when they are chosen. @returns how many were new */
export async function importItems(
  owner: Owner,
  sent: SentFile,
  { language, chosen }: { language: string; chosen: ChosenLines | undefined },
  services: Services,
): Promise<{ added: number } | UnreadableFile> {
  const judged = await judgeItemFile(owner, sent, language, services);
  if ('unreadable' in judged) return judged;
  const again = new Set(chosen?.lines);
  // The list shows the newest first: the first line is the newest.
  const lines = judged.lines.flatMap(({ item, line, key, hasDoubts }, index) => {
    if (!item || (hasDoubts && !again.has(line))) return [];
    const creationKey = hasDoubts ? `${key}:${chosen?.key}` : key;
    return [{ item, row: newRow(owner, item, { creationKey, index }) }];
  });
  if (lines.length === 0) return { added: 0 };
  return services.db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const added = await trx
      .insertInto('items')
      .values(lines.map(({ row }) => row))
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returning('id')
      .execute();
    const ids = new Set(added.map(({ id }) => id));
    await addFirstTags(trx, [...ids]);
    const losses = lines.filter(({ row, item }) => ids.has(row.id) && isMissing(item.state)).map(toLoss);
    if (losses.length > 0) await trx.insertInto('itemStates').values(losses).execute();
    return { added: ids.size };
  });
}

type NewRow = ReturnType<typeof newRow>;

/** A missing item is missing from now on. */
function newRow({ uid }: Owner, item: LineItem, { creationKey, index }: { creationKey: string; index: number }) {
  const now = new Date();
  return {
    ...item.details,
    ...factColumns(item.facts),
    ...timesIn<Date>(item.state, now, { lostAt: null, stolenAt: null, returnedAt: null }),
    archivedAt: item.isArchived ? now : null,
    id: newTagCode(),
    ownerId: uid,
    creationKey,
    createdAt: sql<Date>`now() - ${index}::int * interval '1 microsecond'`,
  };
}

function toLoss({ row, item: { state, loss } }: { row: NewRow; item: LineItem }) {
  const { point, ...said } = loss;
  return { itemId: row.id, ownerId: row.ownerId, state, ...said, point: point && JSON.stringify(point) };
}

type Known = { language: string; codes: ReadonlySet<string> };

function judge({ line, cells: read, hasMoreCells }: FileLine, { language, codes }: Known) {
  const cells = withoutPastTrip(read);
  const { item, problems } = readItemLine(cells, language);
  if (codes.has(readTagCode(cells.code ?? ''))) {
    problems.push({ column: 'code', problem: { key: 'itemFile.ownCode' }, level: 'doubt' });
  }
  problems.push(...findDamage(cells));
  if (hasMoreCells) problems.push({ problem: { key: 'itemFile.moreCells' } });
  return { line, cells, item: problems.every(({ level }) => level) ? item : undefined, problems };
}

/** @param known whether the item of this line is deleted, if it was added before */
function withDoubts(line: Omit<JudgedLine, 'hasDoubts'>, known: { isDeleted: boolean } | undefined): JudgedLine {
  const key = known?.isDeleted ? 'itemFile.addedAndDeleted' : 'itemFile.alreadyAdded';
  const problems = known ? [...line.problems, { problem: { key }, level: 'doubt' } as const] : line.problems;
  return { ...line, problems, hasDoubts: problems.some(({ level }) => level === 'doubt') };
}

/** A trip may be over since the file was exported. */
function withoutPastTrip(cells: ItemFileCells): ItemFileCells {
  const until = cells.tripUntil?.trim() ?? '';
  return isDay(until) && until < firstDayNotOver() ? { ...cells, tripTo: '', tripUntil: '' } : cells;
}

const isDay = (text: string) => z.iso.date().safeParse(text).success;

async function ownCodes(owner: Owner, lines: FileLine[], { db }: Services): Promise<Set<string>> {
  const codes = lines.map(({ cells }) => readTagCode(cells.code ?? '')).filter(Boolean);
  if (codes.length === 0) return new Set();
  const tags = itemsOf(owner, db).innerJoin('tags', 'tags.itemId', 'items.id');
  const rows = await tags.select('code').where('code', 'in', codes).execute();
  return new Set(rows.map(({ code }) => code));
}

async function findKnown({ uid }: Owner, lines: { key: string }[], { db }: Services) {
  const keys = lines.map(({ key }) => key);
  const rows = await db
    .selectFrom('items')
    .select(['creationKey', 'ownerId', 'deletedAt'])
    .where('creationKey', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.creationKey, { isDeleted: row.ownerId === uid && row.deletedAt !== null }]));
}

function contentOf(cells: ItemFileCells): string {
  const texts = itemFileColumns.flatMap((column) => {
    const typed = cleanText(cells[column] ?? '');
    if (!typed || column === 'address' || column === 'added') return [];
    return [[column, typed]];
  });
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}
