import type { Executor } from '../../server/db/tables.ts';
import { deleteFileRows } from '../files/stored-files.ts';

/** An item of which nothing but name and category is known. */
export const cleared = {
  note: '',
  finderSees: '{}',
  privateDetails: '{}',
  lostAt: null,
  stolenAt: null,
  returnedAt: null,
  archivedAt: null,
} as const;

/** Deletes what was said and recorded about items, besides conversations. @returns ids of files, for `eraseFiles` after the transaction */
export async function deleteRowsAbout(trx: Executor, itemIds: string[]): Promise<string[]> {
  for (const table of ['scans', 'itemStates', 'itemMembers', 'itemInvitations'] as const)
    await trx.deleteFrom(table).where('itemId', 'in', itemIds).execute();
  return deleteFileRows(trx, itemIds);
}
