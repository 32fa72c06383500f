import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Installation } from '../../server/installation.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { isMissing, timesIn } from './contract/item-state.ts';
import { newTagCode, readTagCode } from './contract/tag-code.ts';
import { firstDayNotOver } from './contract/trip.ts';
import { factColumns } from './facts.ts';
import type { Owner } from './items.ts';
import { type FileLine, type ItemFile, readItemFile, type UnreadableFile } from './read-item-file.ts';
import { type LineItem, type LineProblem, readItemLine } from './read-item-line.ts';

export type JudgedLine = {
  line: number;
  cells: FileLine['cells'];
  /** What would be added; only where nothing stops it. */
  item: LineItem | undefined;
  problems: LineProblem[];
};

type JudgedFile = Omit<ItemFile, 'lines'> & { lines: JudgedLine[] };

/** Says what of a CSV file can be added to the owner's items, and why not the rest. Stores nothing. */
export async function judgeItemFile(
  owner: Owner,
  bytes: Uint8Array,
  language: string,
  installation: Installation,
): Promise<JudgedFile | UnreadableFile> {
  const file = readItemFile(bytes);
  if ('unreadable' in file) return file;
  const { lines } = file;
  const keyOf = keysOf(owner, bytes);
  const [codes, used] = await Promise.all([
    ownCodes(owner, lines, installation),
    findUsed(lines.map(keyOf), installation),
  ]);
  const judged = lines.map((line) => judge(line, { language, codes, isAdded: used.has(keyOf(line)) }));
  return { ...file, lines: judged };
}

/** Adds what can be added, each with a tag of its own. The same line of the same file is added once. @returns how many were new */
export async function importItems(
  owner: Owner,
  bytes: Uint8Array,
  language: string,
  installation: Installation,
): Promise<{ added: number } | UnreadableFile> {
  const judged = await judgeItemFile(owner, bytes, language, installation);
  if ('unreadable' in judged) return judged;
  const keyOf = keysOf(owner, bytes);
  // The list shows the newest first: the first line is the newest.
  const lines = judged.lines.flatMap(({ item, ...line }, index) =>
    item ? [{ item, row: newRow(owner, item, { creationKey: keyOf(line), index }) }] : [],
  );
  if (lines.length === 0) return { added: 0 };
  return installation.db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const added = await trx
      .insertInto('items')
      .values(lines.map(({ row }) => row))
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returning('id')
      .execute();
    const ids = new Set(added.map(({ id }) => id));
    const tags = [...ids].map((id) => ({ code: id, status: 'active' as const, itemId: id, activatedAt: new Date() }));
    if (tags.length > 0) await trx.insertInto('tags').values(tags).execute();
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

type Known = { language: string; codes: ReadonlySet<string>; isAdded: boolean };

function judge({ line, cells: read, hasMoreCells }: FileLine, { language, codes, isAdded }: Known): JudgedLine {
  const cells = withoutPastTrip(read);
  const { item, problems } = readItemLine(cells, language);
  if (codes.has(readTagCode(cells.code ?? ''))) {
    problems.push({ column: 'code', problem: { key: 'itemFile.ownCode' } });
  } else if (isAdded) problems.push({ problem: { key: 'itemFile.alreadyAdded' } });
  if (hasMoreCells) problems.push({ problem: { key: 'itemFile.moreCells' } });
  return { line, cells, item: problems.every(({ level }) => level === 'remark') ? item : undefined, problems };
}

/** A trip may be over since the file was exported. */
function withoutPastTrip(cells: FileLine['cells']): FileLine['cells'] {
  const until = cells.tripUntil?.trim() ?? '';
  return isDay(until) && until < firstDayNotOver() ? { ...cells, tripTo: '', tripUntil: '' } : cells;
}

const isDay = (text: string) => z.iso.date().safeParse(text).success;

async function ownCodes({ uid }: Owner, lines: FileLine[], { db }: Installation): Promise<Set<string>> {
  const codes = lines.map(({ cells }) => readTagCode(cells.code ?? '')).filter(Boolean);
  if (codes.length === 0) return new Set();
  const rows = await db
    .selectFrom('tags')
    .innerJoin('items', 'items.id', 'tags.itemId')
    .select('code')
    .where('code', 'in', codes)
    .where('ownerId', '=', uid)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ code }) => code));
}

async function findUsed(keys: string[], { db }: Installation): Promise<Set<string>> {
  const rows = await db.selectFrom('items').select('creationKey').where('creationKey', 'in', keys).execute();
  return new Set(rows.map(({ creationKey }) => creationKey));
}

/** The keys of a file's lines. */
function keysOf({ uid }: Owner, bytes: Uint8Array): (line: { line: number }) => string {
  const hash = createHash('sha256').update(bytes).digest('base64url');
  return ({ line }) => `${uid}:import:${hash}:${line}`;
}
