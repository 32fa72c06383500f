import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { languages, wordsIn } from '../../language/languages.ts';
import type { MessageDescriptor } from '../../language/words.ts';
import type { Installation } from '../../server/installation.ts';
import { type Category, categories } from './contract/categories.ts';
import type { ItemFileColumn } from './contract/item-file.ts';
import { type ItemDetails, itemDetails } from './contract/schema.ts';
import { newTagCode, readTagCode } from './contract/tag-code.ts';
import type { Owner } from './items.ts';
import { type FileLine, plain, readItemFile, type UnreadableFile } from './read-item-file.ts';

type LineProblem = { column?: ItemFileColumn; problem: MessageDescriptor };

export type JudgedLine = {
  line: number;
  cells: FileLine['cells'];
  /** What would be added; only without problems. */
  details: ItemDetails | undefined;
  problems: LineProblem[];
};

/** Says what of a CSV file can be added to the owner's items, and why not the rest. Stores nothing. */
export async function judgeItemFile(
  owner: Owner,
  bytes: Uint8Array,
  language: string,
  installation: Installation,
): Promise<JudgedLine[] | UnreadableFile> {
  const lines = readItemFile(bytes);
  if ('unreadable' in lines) return lines;
  const keyOf = keysOf(owner, bytes);
  const [codes, used] = await Promise.all([
    ownCodes(owner, lines, installation),
    findUsed(lines.map(keyOf), installation),
  ]);
  return lines.map((line) => judge(line, { language, codes, isAdded: used.has(keyOf(line)) }));
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
  const rows = judged.flatMap(({ details, ...line }, index) =>
    details ? [{ ...details, ...newRow(owner, keyOf(line), index) }] : [],
  );
  if (rows.length === 0) return { added: 0 };
  return installation.db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('items')
      .values(rows)
      .onConflict((conflict) => conflict.column('creationKey').doNothing())
      .returning('id')
      .execute();
    const tags = added.map(({ id }) => ({
      code: id,
      status: 'active' as const,
      itemId: id,
      activatedAt: new Date(),
    }));
    if (tags.length > 0) await trx.insertInto('tags').values(tags).execute();
    return { added: added.length };
  });
}

function newRow({ uid }: Owner, creationKey: string, index: number) {
  const createdAt = sql<Date>`now() - ${index}::int * interval '1 microsecond'`;
  return { id: newTagCode(), ownerId: uid, creationKey, createdAt };
}

type Known = { language: string; codes: ReadonlySet<string>; isAdded: boolean };

function judge({ line, cells, hasMoreCells }: FileLine, { language, codes, isAdded }: Known): JudgedLine {
  const { name, note, category: typed = '', code = '' } = cells;
  const category = typed.trim() === '' ? 'other' : categoryNamed(typed);
  const parsed = itemDetails.safeParse({ name: name ?? '', note: note ?? '', category: category ?? 'other' });
  const problems: LineProblem[] = (parsed.error?.issues ?? []).map((issue) => ({
    column: issue.path[0] as ItemFileColumn,
    problem: { key: issue.message, params: issue } as unknown as MessageDescriptor,
  }));
  if (!category) {
    const params = { categories: categories.map((each) => wordsIn(language)(`category.${each}`)).join(', ') };
    problems.push({ column: 'category', problem: { key: 'itemFile.unknownCategory', params } });
  }
  if (codes.has(readTagCode(code))) problems.push({ column: 'code', problem: { key: 'itemFile.ownCode' } });
  else if (isAdded) problems.push({ problem: { key: 'itemFile.alreadyAdded' } });
  if (hasMoreCells) problems.push({ problem: { key: 'itemFile.moreCells' } });
  return { line, cells, details: problems.length === 0 ? parsed.data : undefined, problems };
}

/** By its key, or its word in any language. */
function categoryNamed(typed: string): Category | undefined {
  const wanted = plain(typed);
  return categories.find((category) =>
    [category, ...languages.map((language) => plain(wordsIn(language)(`category.${category}`)))].includes(wanted),
  );
}

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
