import { type Deletion, deletionCode } from '../../server/backup/deletion-log.ts';
import type { Services } from '../../server/services.ts';
import { byKey } from '../lists/row-chunks.ts';
import { deleteFinderWords, hasFinderWords } from '../messages/delete-words.ts';

/** Deletes again what was deleted after the backup; pauses begin when it was deleted. @returns how many are deleted now */
export async function applyDeletions(deletions: Deletion[], services: Services): Promise<number> {
  const { db } = services;
  const last = new Map(deletions.map((deletion) => [deletion.code, deletion]));
  let applied = 0;
  for await (const uid of uidsOf(services)) {
    const found = last.get(deletionCode('account', uid, services.keys));
    if (!found) continue;
    const deletionAskedAt = found.kind === 'account' ? found.at : null;
    const stayed = db.selectFrom('users').select('uid').where('uid', '=', uid).where('deletionAskedAt', 'is', null);
    if (deletionAskedAt && (await stayed.executeTakeFirst())) applied += 1;
    await db.updateTable('users').set({ deletionAskedAt }).where('uid', '=', uid).execute();
  }
  for await (const id of idsOf('items', services)) {
    const found = last.get(deletionCode('item', id, services.keys));
    if (!found) continue;
    const deletedAt = found.kind === 'item' ? found.at : null;
    const stayed = db.selectFrom('items').select('id').where('id', '=', id).where('deletedAt', 'is', null);
    if (deletedAt && (await stayed.where('erasedAt', 'is', null).executeTakeFirst())) applied += 1;
    await db.updateTable('items').set({ deletedAt }).where('id', '=', id).where('erasedAt', 'is', null).execute();
  }
  for await (const id of idsOf('conversations', services)) {
    if (!last.has(deletionCode('finder-words', id, services.keys))) continue;
    if (!(await hasFinderWords(id, db))) continue;
    await deleteFinderWords({ id }, services);
    applied += 1;
  }
  for await (const id of idsOf('reviews', services)) {
    if (!last.has(deletionCode('review', id, services.keys))) continue;
    await db.deleteFrom('reviews').where('id', '=', id).execute();
    applied += 1;
  }
  return applied;
}

async function* idsOf(table: 'items' | 'conversations' | 'reviews', { db }: Services): AsyncGenerator<string> {
  for await (const rows of byKey(db.selectFrom(table).select('id'), 'id')) yield* rows.map(({ id }) => id);
}

async function* uidsOf({ db }: Services): AsyncGenerator<string> {
  for await (const rows of byKey(db.selectFrom('users').select('uid'), 'uid')) yield* rows.map(({ uid }) => uid);
}
