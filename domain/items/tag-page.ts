import { preparedQuery } from '../../server/db/prepared-query.ts';
import type { Installation } from '../../server/installation.ts';
import type { Category } from './contract/categories.ts';
import { fromItemHash, toItemHash } from './contract/item-hash.ts';
import { isLost } from './contract/item-state.ts';
import { isTagCode } from './contract/tag-code.ts';

export type TaggedItem = {
  id: string;
  ownerId: string;
  name: string;
  category: Category;
  note: string;
  lost: boolean;
};

export type TagPage =
  | { state: 'unknown' }
  | { state: 'blank'; code: string }
  /** For its owner, who never named it. */
  | { state: 'reserved'; code: string; ownerId: string }
  | { state: 'retired'; code: string }
  | { state: 'active'; code: string; item: TaggedItem };

export async function findTagPage(hash: string, { db }: Installation): Promise<TagPage> {
  const code = fromItemHash(hash);
  // Several spellings decode to the same code; only the one on tags is valid.
  if (!isTagCode(code) || toItemHash(code) !== hash) return { state: 'unknown' };
  const [row] = await readTag(db, code);
  if (!row) return { state: 'unknown' };
  if (row.status === 'blank') {
    return row.reservedFor === null ? { state: 'blank', code } : { state: 'reserved', code, ownerId: row.reservedFor };
  }
  if (row.status === 'retired' || row.itemId === null || row.deletedAt) return { state: 'retired', code };
  return {
    state: 'active',
    code,
    item: {
      id: row.itemId,
      ownerId: row.ownerId ?? '',
      name: row.name ?? '',
      category: row.category as Category,
      note: row.note ?? '',
      lost: isLost(row),
    },
  };
}

const readTag = preparedQuery('tag-page', (db) =>
  db
    .selectFrom('tags')
    .leftJoin('items', 'items.id', 'tags.itemId')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .select([
      'tags.status',
      'tagBatches.ownerId as reservedFor',
      'items.id as itemId',
      'items.ownerId',
      'items.name',
      'items.category',
      'items.note',
      'items.lostAt',
      'items.returnedAt',
      'items.deletedAt',
    ])
    .where('tags.code', '=', ''),
);
