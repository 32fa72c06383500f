import type { Database, Executor } from './db/tables.ts';
import type { Keys } from './secret.ts';

const key = 'secret-fingerprint';

/** Compares the secret with the one that the database was first used with. @returns whether it is another */
export async function isSecretReplaced(db: Database, keys: Keys): Promise<boolean> {
  const value = JSON.stringify(fingerprint(keys));
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return stored.value !== fingerprint(keys);
}

/** From now on the secret counts as the right one. */
export async function acceptSecret(db: Executor, keys: Keys): Promise<void> {
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(fingerprint(keys)), updatedAt: new Date() })
    .where('key', '=', key)
    .execute();
}

function fingerprint(keys: Keys): string {
  return keys.code('fingerprint', 'of the secret').toString('base64url');
}
