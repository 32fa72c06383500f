import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Kind } from './outcome.ts';

export function importKey(kind: Kind, id: string, { keys }: Pick<Services, 'keys'>): string {
  return keys.code('import', `${kind} ${id}`).toString('base64url');
}

/** Which of these were imported before, also when they were deleted here since. */
export async function findImported(db: Executor, importKeys: string[]): Promise<Set<string>> {
  if (importKeys.length === 0) return new Set();
  const rows = await db.selectFrom('importedRows').select('key').where('key', 'in', importKeys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** @returns those that nobody else imports */
export async function claimRows(trx: Executor, importKeys: string[]): Promise<Set<string>> {
  if (importKeys.length === 0) return new Set();
  const rows = await trx
    .insertInto('importedRows')
    // In order, so that two imports at once wait for each other instead of each for the other.
    .values([...importKeys].sort().map((key) => ({ key })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Owners that were imported and are there. */
export async function findImportedOwners(db: Executor, uids: string[], services: Services) {
  const unique = [...new Set(uids)];
  if (unique.length === 0) return new Set<string>();
  const imported = await findImported(
    db,
    unique.map((uid) => importKey('account', uid, services)),
  );
  const rows = await db.selectFrom('users').select('uid').where('uid', 'in', unique).forKeyShare().execute();
  return new Set(rows.map(({ uid }) => uid).filter((uid) => imported.has(importKey('account', uid, services))));
}
