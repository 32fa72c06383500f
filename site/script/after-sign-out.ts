import { isIdleClockStarted } from '../../browser/idle-clock.ts';
import { dropOfflineCache, hasOfflineCache } from '../../browser/offline-cache.ts';
import { storageOf } from '../../browser/storage.ts';
import { readSession } from './read-session.ts';

/** Asks the server, because a page may greet nobody for another reason. */
export async function dropLeftoverCache(): Promise<void> {
  if (!isIdleClockStarted(storageOf('localStorage'))) return;
  const isLeft = await hasOfflineCache().catch(() => false);
  if (isLeft && (await readSession()) === 'over') await dropOfflineCache().catch(() => undefined);
}
