import { type Selectable, sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import { type CursorPosition, exactTime, type PageRequest, readPage } from '../../server/db/keyset.ts';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { foldedWithMarks } from '../lists/contract/folded.ts';
import { searchable } from '../lists/search-words.ts';
import { groupLength, typedPartOfCode } from '../texts/contract/typed-codes.ts';
import { type Category, categoriesWith } from './contract/categories.ts';
import { type FactChange, factNames, factsOf, type ItemFacts, type ShownFacts } from './contract/facts.ts';
import { toItemHash } from './contract/item-hash.ts';
import type { ItemSummary } from './contract/schema.ts';

export type ItemFilter = {
  search?: string | undefined;
  category?: Category | undefined;
  archived?: boolean | undefined;
  language: string;
};

export type Owner = { uid: string };

type ItemRow = Selectable<Tables['items']>;

/** A page of the owner's items, lost ones first, then the newest. @param request with `archived`, those that are archived instead */
export async function listItems(
  owner: Owner,
  { search, category, archived = false, language, ...request }: PageRequest & ItemFilter,
  { db, keys }: Services,
): Promise<{ items: ItemSummary[]; next?: string } | 'bad-cursor'> {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['items', owner.uid, search, category, archived]),
    keys,
    read: (position, limit) =>
      itemsOf(owner, db)
        .selectAll()
        .select([lostNow.as('isLost'), exactTime('createdAt').as('exactly')])
        .where('archivedAt', archived ? 'is not' : 'is', null)
        .$if(category !== undefined, (query) => query.where('category', '=', category ?? ''))
        .where(matches(search, language))
        .where(comesAfter(position))
        .orderBy(lostNow, 'desc')
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    positionOf: (row) => [String(row.isLost), row.exactly, row.id],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  return { items: rows.map(toSummary), ...rest };
}

/** The expression of the index. */
export const lostNow = sql<boolean>`(lost_at is not null and returned_at is null)`;

function comesAfter(position: CursorPosition | undefined) {
  if (!position) return sql<boolean>`true`;
  const [lost, createdAt, id] = position;
  return sql<boolean>`(${lostNow}, created_at, id) < (${lost}::boolean, ${createdAt}::timestamptz, ${id})`;
}

/** Each word stands in name or note or begins one of the category, or the code has all of them. */
export function matches(search = '', language: string) {
  const words = search.split(/\s+/).filter(Boolean);
  const code = typedPartOfCode(search);
  const text = searchable(sql`name || ' ' || note`);
  const all = words.map((word) => {
    const found = sql.join(categoriesWith(word, translationsIn(language)).map((category) => sql`${category}`));
    return sql<boolean>`(strpos(${text}, ${foldedWithMarks(word)}) > 0 or category = any(array[${found}]::text[]))`;
  });
  const hasAll = sql<boolean>`(${sql.join([sql`true`, ...all], sql` and `)})`;
  if (!code) return hasAll;
  const codes = sql`id || ' ' || coalesce(tag_code, '')`;
  const hasCode =
    code.length < groupLength
      ? sql`starts_with(id, ${code}) or starts_with(coalesce(tag_code, ''), ${code})`
      : sql`strpos(${codes}, ${code}) > 0`;
  return sql<boolean>`(${hasAll} or ${hasCode})`;
}

export async function readItem(owner: Owner, id: string, { db }: Services): Promise<ItemSummary | null> {
  const row = await itemsOf(owner, db).selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toSummary(row) : null;
}

/** A tag of each was printed, or came ready-made. @returns whether one of them is printed for the first time */
export async function markPrinted({ uid }: Owner, codes: string[], db: Executor): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update items set printed_at = now()
    where owner_id = ${uid} and printed_at is null
      and id in (select item_id from tags where code = any(${codes}::text[]))`.execute(db);
  return numAffectedRows > 0n;
}

/** Those that are not deleted: what belongs to a deleted one is not there until that is undone. */
export function itemsOf({ uid }: Owner, db: Pick<Executor, 'selectFrom'>) {
  return db.selectFrom('items').where('ownerId', '=', uid).where('deletedAt', 'is', null);
}

/** The hash of the page at which the item is reached: that of a tag which works, if it has one. */
export function itemHash({ id, tagCode }: Pick<ItemRow, 'id' | 'tagCode'>): string {
  return toItemHash(tagCode ?? id);
}

export function toSummary(row: ItemRow): ItemSummary {
  return {
    id: row.id,
    hash: itemHash(row),
    name: row.name,
    category: row.category as Category,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    lostAt: row.lostAt?.toISOString() ?? null,
    stolenAt: row.stolenAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    facts: toFacts(row),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    pictureId: row.pictureId,
    pictureShown: row.pictureShown,
    printed: row.printedAt !== null,
  };
}

type FactColumns = { finderSees: Record<string, string>; privateDetails: Record<string, string> };

/** The columns of a change: facts that it does not name stay where they are. */
export function withFacts(change: FactChange) {
  const names = factNames.filter((name) => change[name]);
  const { finderSees, privateDetails } = factColumns(change);
  return {
    finderSees: sql<string>`(finder_sees - ${names}::text[]) || ${finderSees}::jsonb`,
    privateDetails: sql<string>`(private_details - ${names}::text[]) || ${privateDetails}::jsonb`,
  };
}

export function factColumns(facts: FactChange = {}): { finderSees: string; privateDetails: string } {
  const textsOf = (isShown: boolean) => {
    const texts = factNames.map((name) => [name, facts[name]?.shown === isShown && facts[name].text]);
    return JSON.stringify(Object.fromEntries(texts.filter(([, text]) => text)));
  };
  return { finderSees: textsOf(true), privateDetails: textsOf(false) };
}

function toFacts({ finderSees, privateDetails }: FactColumns): ItemFacts {
  return { ...mark(finderSees, true), ...mark(privateDetails, false) };
}

/** For a finder: what is shown of this kind of thing. */
export function toShownFacts(category: Category, finderSees: Record<string, string>): ShownFacts {
  const names = factsOf(category).filter((name) => name in finderSees);
  return Object.fromEntries(names.map((name) => [name, finderSees[name]]));
}

function mark(texts: Record<string, string>, shown: boolean): ItemFacts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, shown }]));
}
