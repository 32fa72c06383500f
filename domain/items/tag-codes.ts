import { timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../server/secret.ts';
import type { Services } from '../../server/services.ts';
import { fromItemHash, readItemHash, toItemHash, withoutSentenceMarks } from './contract/item-hash.ts';
import { isTagCode, readTagCode, toActivationCode } from './contract/tag-code.ts';

/** The code that comes with a tag from the operator: 40 bits, computed when it is needed and not stored. */
export function activationCodeOf(tagCode: string, keys: Keys): string {
  return toActivationCode(keys.code('activation', tagCode));
}

export function isActivationCode(tagCode: string, given: string, keys: Keys): boolean {
  const right = Buffer.from(activationCodeOf(tagCode, keys));
  const tried = Buffer.from(given);
  return right.length === tried.length && timingSafeEqual(right, tried);
}

/** The hash of a tag of whose address in an earlier system this is the hash, or the id as `/items/{id}` converts it. */
export async function findMovedTag(hash: string, { db }: Services): Promise<string | undefined> {
  const read = readItemHash(hash);
  if (!read?.id) return undefined;
  const row = await db.selectFrom('legacyTags').select(['prefix', 'code']).where('id', '=', read.id).executeTakeFirst();
  if (!row || !(read.isOwn || row.prefix === read.prefix)) return undefined;
  const moved = toItemHash(row.code);
  return moved === hash ? undefined : moved;
}

/** The code that was meant: a tag's code however typed, a hash, a printed address, or an address of an earlier system. */
export async function findTagCode(typed: string, services: Services): Promise<string | undefined> {
  const meant = withoutSentenceMarks(typed);
  const last = meant.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  for (const given of [meant, last]) {
    const code = readTagCode(given) || fromItemHash(given);
    const tag = isTagCode(code) && services.db.selectFrom('tags').select('code').where('code', '=', code);
    if (tag && (await tag.executeTakeFirst())) return code;
  }
  const moved = await findMovedTag(last, services);
  return moved && fromItemHash(moved);
}
