import { sql } from 'kysely';
import { z } from 'zod';
import { preparedQuery } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import { type Category, categories } from './contract/categories.ts';
import { shownFacts } from './contract/facts.ts';
import { fromItemHash, toItemHash } from './contract/item-hash.ts';
import { isMissing, itemStates, stateOf, toldLossOf } from './contract/item-state.ts';
import { restorableDays } from './contract/limits.ts';
import { type ToldLoss, toldLoss } from './contract/loss.ts';
import { isTagCode } from './contract/tag-code.ts';
import { toShownFacts } from './items.ts';

export const taggedItem = z.strictObject({
  id: z.string(),
  name: z.string(),
  category: z.enum(categories),
  note: z.string(),
  state: z.enum(itemStates),
  facts: shownFacts,
  loss: toldLoss.nullable(),
  /** The picture, when finders may see it. */
  pictureId: z.string().nullable(),
  /** The language of the preview of a published loss. */
  publishedIn: z.string().nullable(),
});

export type TaggedItem = z.infer<typeof taggedItem> & { ownerId: string };

export type TagPage =
  | { state: 'unknown' }
  | { state: 'blank'; code: string }
  /** For its owner, who never named it. */
  | { state: 'reserved'; code: string; ownerId: string }
  /** `deleted`: its owner can undo that; nobody else learns of it. */
  | { state: 'retired'; code: string; itemId: string | null; deleted?: { ownerId: string; until: Date } }
  /** Disabled by an administrator. */
  | { state: 'frozen'; code: string; itemId: string | null; ownerId: string | null }
  /** Not in use now. */
  | { state: 'archived'; code: string; itemId: string; ownerId: string }
  | { state: 'active'; code: string; item: TaggedItem };

export async function findTagPage(hash: string, { db }: Services): Promise<TagPage> {
  const code = fromItemHash(hash);
  // Several spellings decode to the same code; only the one on tags is valid.
  if (!isTagCode(code) || toItemHash(code) !== hash) return { state: 'unknown' };
  const [row] = await readTag(db, code);
  if (!row) return { state: 'unknown' };
  if (row.frozenAt && row.status !== 'retired' && !row.deletedAt)
    return { state: 'frozen', code, itemId: row.itemId, ownerId: row.ownerId ?? row.reservedFor };
  if (row.status === 'blank') {
    return row.reservedFor === null ? { state: 'blank', code } : { state: 'reserved', code, ownerId: row.reservedFor };
  }
  if (row.status === 'retired' || row.itemId === null) return { state: 'retired', code, itemId: row.itemId };
  if (row.deletedAt) {
    const until = new Date(row.deletedAt.getTime() + restorableDays * 86_400_000);
    const deleted = { ownerId: row.ownerId ?? '', until };
    return { state: 'retired', code, itemId: row.itemId, ...(until > new Date() && { deleted }) };
  }
  if (row.archivedAt) return { state: 'archived', code, itemId: row.itemId, ownerId: row.ownerId ?? '' };
  const state = stateOf(row);
  const category = row.category as Category;
  const isOpen = !row.ownerDisabledAt;
  return {
    state: 'active',
    code,
    item: {
      id: row.itemId,
      ownerId: row.ownerId ?? '',
      name: row.name ?? '',
      category,
      note: row.note ?? '',
      state,
      facts: toShownFacts(category, row.finderSees ?? {}),
      loss: isMissing(state) && row.loss ? toldLossOf({ ...row.loss, state }) : null,
      pictureId: row.pictureShown && isOpen ? row.pictureId : null,
      publishedIn: isMissing(state) && isOpen ? (row.loss?.publishedIn ?? null) : null,
    },
  };
}

/** Only of an item that was lost: all others cost nothing more. */
const latestLoss = sql<(ToldLoss & { publishedIn: string | null }) | null>`case when items.lost_at is not null then (
  select jsonb_build_object('message', message, 'place', place, 'point', point, 'lastSeen', last_seen, 'reference', reference, 'publishedIn', published_in)
  from item_states where item_id = items.id order by created_at desc, id desc limit 1) end`;

const readTag = preparedQuery('tag-page', (db) =>
  db
    .selectFrom('tags')
    .leftJoin('items', 'items.id', 'tags.itemId')
    .leftJoin('users', 'users.uid', 'items.ownerId')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .select(['status', 'frozenAt', 'tagBatches.ownerId as reservedFor', 'users.disabledAt as ownerDisabledAt'])
    .select(['items.id as itemId', 'items.ownerId', 'items.name', 'category', 'items.note', 'finderSees'])
    .select(['lostAt', 'stolenAt', 'returnedAt', 'archivedAt', 'items.deletedAt', 'pictureId', 'pictureShown'])
    .select(latestLoss.as('loss'))
    .where('tags.code', '=', ''),
);
