import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { pauseDays } from '../accounts/contract/limits.ts';
import { eraseFiles } from '../files/stored-files.ts';
import { announceToMembers } from '../items/change-items.ts';

/** Deletes the accounts whose 7 days are over, with all that belongs to them. Their tags become retired. */
export async function deleteDueAccounts(services: Services): Promise<void> {
  while (await deleteNext(services));
}

async function deleteNext(services: Services): Promise<boolean> {
  const { events, log } = services;
  const deleted = await events.transaction(async (trx, publish) => {
    const due = await trx
      .selectFrom('users')
      .select('uid')
      .where('deletionAskedAt', '<=', sql<Date>`now() - make_interval(days => ${pauseDays})`)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    const { uid } = due;
    // In the order of all who change an item and its tags.
    await trx.selectFrom('items').select('id').where('ownerId', '=', uid).orderBy('id').forUpdate().execute();
    const tags = await trx
      .updateTable('tags')
      .set({ status: 'retired' })
      .where(({ eb, or }) =>
        or([
          eb('itemId', 'in', trx.selectFrom('items').select('id').where('ownerId', '=', uid)),
          eb('batchId', 'in', trx.selectFrom('tagBatches').select('id').where('ownerId', '=', uid)),
        ]),
      )
      .returning('code')
      .execute();
    await announceToMembers(trx, publish, { ownerId: uid }, { ended: true });
    const files = await trx.deleteFrom('files').where('ownerId', '=', uid).returning('id').execute();
    await trx.deleteFrom('authUsers').where('id', '=', uid).execute();
    publish({ kind: 'session', uid }, ...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
    return { uid, files: files.map(({ id }) => id) };
  });
  if (!deleted) return false;
  await eraseFiles(deleted.files, services);
  log.info({ uid: deleted.uid }, 'account deleted');
  return true;
}
