import { sql } from 'kysely';
import { exactTime } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { lostNow, matches, type Owner } from '../items/items.ts';
import { unassignedTagsOf } from '../items/own-tags.ts';
import { mostTags } from './contract/schema.ts';

export type PrintingOwner = Owner & { language: string };

/** `blank`: the owner's tags that are on nothing yet; `search`: the items that My Items finds by it. */
export type Chosen = 'all' | 'blank' | { search?: string | undefined } | string[];

export type NotChosen =
  | { refused: 'nothing' | 'no-item' | 'too-many' }
  /** Each tag of the item of this name is retired or frozen. */
  | { refused: 'no-tag'; name: string };

const mostNamed = 50;

/** Refused when there is none, too many for a print, or one that is not the owner's. */
export async function chosenTags(owner: PrintingOwner, items: Chosen, services: Services): Promise<Row[] | NotChosen> {
  const ids = Array.isArray(items) ? [...new Set(items)] : undefined;
  const rows =
    items === 'blank' ? await readUnassignedTags(owner, services) : await readTags(owner, ids ?? items, services);
  if (ids && rows.length < ids.length && rows.length <= mostTags) {
    const name = await findUntagged(owner, ids, services);
    return name === undefined ? { refused: 'no-item' } : { refused: 'no-tag', name };
  }
  if (rows.length === 0) {
    const name = items === 'blank' ? undefined : await findUntagged(owner, items, services);
    return name === undefined ? { refused: 'nothing' } : { refused: 'no-tag', name };
  }
  return rows.length > mostTags ? { refused: 'too-many' } : rows;
}

export async function findUntagged(owner: PrintingOwner, items: Exclude<Chosen, 'blank'>, services: Services) {
  const item = await untagged(owner, items, services).select('items.name').limit(1).executeTakeFirst();
  return item?.name;
}

/** Those of the chosen items that a print leaves out, because no tag of theirs works, the newest first. */
export async function listUntagged(owner: PrintingOwner, items: Exclude<Chosen, 'blank'>, services: Services) {
  const rows = await untagged(owner, items, services)
    .select(['items.id', 'items.name', sql<number>`(count(*) over ())::int`.as('count')])
    .orderBy('items.createdAt', 'desc')
    .limit(mostNamed)
    .execute();
  return { items: rows.map(({ id, name }) => ({ id, name })), count: rows[0]?.count ?? 0 };
}

function untagged({ uid, language }: PrintingOwner, chosen: Exclude<Chosen, 'blank'>, { db }: Services) {
  return db
    .selectFrom('items')
    .where('items.ownerId', '=', uid)
    .where('items.deletedAt', 'is', null)
    .where(isChosen(chosen, language))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tags')
            .select('code')
            .whereRef('itemId', '=', 'items.id')
            .where('status', '=', 'active')
            .where('frozenAt', 'is', null),
        ),
      ),
    );
}

export type Row = { code: string; name: string; note: string };

async function readUnassignedTags(owner: Owner, { db }: Services): Promise<Row[]> {
  const tags = await unassignedTagsOf(owner, db).select('code').orderBy('code').execute();
  return tags.map(({ code }) => ({ code, name: '', note: '' }));
}

/** In the order of My Items, or as chosen: of each item the tag at whose page it is reached. One more than can be printed. */
export async function readTags({ uid, language }: PrintingOwner, chosen: Exclude<Chosen, 'blank'>, { db }: Services) {
  const rows = await db
    .selectFrom('items')
    .innerJoin('tags', 'tags.itemId', 'items.id')
    .distinctOn('items.id')
    .select(['items.id', 'tags.code', 'items.name', 'items.note'])
    .select([lostNow.as('isLost'), exactTime('items.createdAt').as('exactly')])
    .where('items.ownerId', '=', uid)
    .where('items.deletedAt', 'is', null)
    .where('tags.status', '=', 'active')
    .where('tags.frozenAt', 'is', null)
    .where(isChosen(chosen, language))
    .orderBy('items.id')
    .orderBy(sql`tags.code = coalesce(items.tag_code, items.id)`, 'desc')
    .orderBy('tags.activatedAt')
    .limit(mostTags + 1)
    .execute();
  if (!Array.isArray(chosen)) return rows.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  const places = new Map(chosen.map((id, place) => [id, place]));
  return rows.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

const placeOf = ({ isLost, exactly, id }: { isLost: boolean; exactly: string; id: string }) =>
  `${Number(isLost)} ${exactly} ${id}`;

function isChosen(chosen: Exclude<Chosen, 'blank'>, language: string) {
  if (Array.isArray(chosen)) return sql<boolean>`items.id = any(${chosen})`;
  const inUse = sql<boolean>`items.archived_at is null`;
  return chosen === 'all' ? inUse : sql<boolean>`(${inUse} and ${matches(chosen.search, language)})`;
}
