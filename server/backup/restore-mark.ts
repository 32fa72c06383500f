import { sql } from 'kysely';
import type { Database } from '../db/tables.ts';
import { OperatorError } from '../operator-error.ts';

const key = 'restore-begun';

/** Marks the database as restored in part, in the transaction of its rows: what was deleted since is still to be deleted. */
export async function beginRestore(db: Database): Promise<void> {
  await db.insertInto('settings').values({ key, value: sql`to_jsonb(now())` }).execute();
}

export async function endRestore(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

/** @throws OperatorError */
export async function refuseHalfRestored(db: Database): Promise<void> {
  if (!(await db.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst())) return;
  throw new OperatorError(
    'A restore into this database did not finish: deletions are still to be applied. Empty the database and the file store, then restore again.',
  );
}
