import { hasTimedOut, wasBegun } from '../../browser/idle-clock.ts';
import { dropOfflineCache, hasOfflineCache } from '../../browser/offline-cache.ts';
import { storageOf } from '../../browser/storage.ts';
import { authPath } from '../../paths/api.ts';
import { timeoutPath } from '../../paths/paths.ts';

/**
 * The page still greets somebody whose session may be over: then nothing that they read stays, and the page is shown as a visitor sees
 * it, or after a timeout the page that says so.
 */
export async function leaveWhenSignedOut(reason?: 'timeout'): Promise<void> {
  if (hasTimedOut(storageOf('localStorage')) || !(await isSessionOver())) return;
  await dropOfflineCache().catch(() => undefined);
  if (reason) location.replace(timeoutPath());
  else location.reload();
}

/**
 * The page greets nobody: what is left of somebody whose session ended unseen does not stay. It may greet nobody for another reason, so
 * the server is asked. Who never signed in here pays nothing for it.
 */
export async function dropWhatIsLeft(): Promise<void> {
  if (!wasBegun(storageOf('localStorage'))) return;
  const isLeft = await hasOfflineCache().catch(() => false);
  if (isLeft && (await isSessionOver())) await dropOfflineCache().catch(() => undefined);
}

async function isSessionOver(): Promise<boolean> {
  const answer = await fetch(authPath('token'), { method: 'POST' }).catch(() => undefined);
  return answer !== undefined && answer.status !== 200 && answer.status < 500;
}
