import type { Database, Executor } from './db/tables.ts';
import type { Keys } from './secret.ts';

const key = 'secret-fingerprint';

/** The fingerprint of the secret that the database was first used with, or that was accepted since. */
export async function readOwnFingerprint(db: Database, keys: Keys): Promise<string> {
  const value = JSON.stringify(fingerprintOf(keys));
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return String(stored.value);
}

/** From now on the secret counts as the right one. */
export async function acceptSecret(db: Executor, keys: Keys): Promise<void> {
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(fingerprintOf(keys)), updatedAt: new Date() })
    .where('key', '=', key)
    .execute();
}

export function fingerprintOf(keys: Keys): string {
  return keys.code('fingerprint', 'of the secret').toString('base64url');
}

const shortBytes = 4;

/** For names of files: it tells secrets apart, and is too short to try guesses of one with. */
export function shortFingerprint(fingerprint: string): string {
  return Buffer.from(fingerprint, 'base64url').toString('hex', 0, shortBytes);
}
