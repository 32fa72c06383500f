import type { Services } from '../../server/services.ts';
import { readItemHash, toItemHash } from './contract/item-hash.ts';

/** The hash of a tag of whose address in an earlier system this is the hash, or the id as `/items/{id}` converts it. */
export async function findMovedTag(hash: string, { db }: Services): Promise<string | undefined> {
  const read = readItemHash(hash);
  if (!read?.id) return undefined;
  const row = await db.selectFrom('legacyTags').select(['prefix', 'code']).where('id', '=', read.id).executeTakeFirst();
  if (!row || !(read.isOwn || row.prefix === read.prefix)) return undefined;
  const moved = toItemHash(row.code);
  return moved === hash ? undefined : moved;
}
