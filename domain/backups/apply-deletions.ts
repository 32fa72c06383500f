import { sql } from 'kysely';
import { type Deletion, deletionCode } from '../../server/backup/deletion-log.ts';
import type { Services } from '../../server/services.ts';
import { deleteFinderWords, hasFinderWords } from '../messages/delete-words.ts';

const idsAtOnce = 5_000;

/** Deletes again what was deleted after the backup; pauses begin when it was deleted. @returns how many are deleted now */
export async function applyDeletions(deletions: Deletion[], services: Services): Promise<number> {
  const { db } = services;
  const last = new Map(deletions.map((deletion) => [deletion.code, deletion]));
  let applied = 0;
  for await (const uid of idsOf('users', 'uid', services)) {
    const found = last.get(deletionCode('account', uid, services.keys));
    if (!found) continue;
    const deletionAskedAt = found.kind === 'account' ? found.at : null;
    const stayed = db.selectFrom('users').select('uid').where('uid', '=', uid).where('deletionAskedAt', 'is', null);
    if (deletionAskedAt && (await stayed.executeTakeFirst())) applied += 1;
    await db.updateTable('users').set({ deletionAskedAt }).where('uid', '=', uid).execute();
  }
  for await (const id of idsOf('items', 'id', services)) {
    const found = last.get(deletionCode('item', id, services.keys));
    if (!found) continue;
    const deletedAt = found.kind === 'item' ? found.at : null;
    const stayed = db.selectFrom('items').select('id').where('id', '=', id).where('deletedAt', 'is', null);
    if (deletedAt && (await stayed.where('erasedAt', 'is', null).executeTakeFirst())) applied += 1;
    await db.updateTable('items').set({ deletedAt }).where('id', '=', id).where('erasedAt', 'is', null).execute();
  }
  for await (const id of idsOf('conversations', 'id', services)) {
    if (!last.has(deletionCode('finder-words', id, services.keys))) continue;
    if (!(await hasFinderWords(id, db))) continue;
    await deleteFinderWords({ id }, services);
    applied += 1;
  }
  for await (const id of idsOf('reviews', 'id', services)) {
    if (!last.has(deletionCode('review', id, services.keys))) continue;
    await db.deleteFrom('reviews').where('id', '=', id).execute();
    applied += 1;
  }
  return applied;
}

async function* idsOf(table: string, column: string, { db }: Services): AsyncGenerator<string> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(table)}
      where ${sql.ref(column)} > ${after} order by 1 limit ${idsAtOnce}`.execute(db);
    for (const { id } of rows) yield id;
    const end = rows.at(-1);
    if (!end) return;
    after = end.id;
  }
}
