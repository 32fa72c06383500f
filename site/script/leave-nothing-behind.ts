import { wasBegun } from '../../browser/idle-clock.ts';
import { dropOfflineCache, hasOfflineCache } from '../../browser/offline-cache.ts';
import { storageOf } from '../../browser/storage.ts';
import { readSession } from './read-session.ts';

/** Drops what is left of somebody whose session ended unseen. The page may greet nobody for another reason, so the server is asked. */
export async function dropWhatIsLeft(): Promise<void> {
  if (!wasBegun(storageOf('localStorage'))) return;
  const isLeft = await hasOfflineCache().catch(() => false);
  if (isLeft && (await readSession()) === 'over') await dropOfflineCache().catch(() => undefined);
}
