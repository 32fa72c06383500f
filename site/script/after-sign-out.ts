import { hasTimedOut, isIdleClockStarted } from '../../browser/idle-clock.ts';
import { dropOfflineCache, hasOfflineCache } from '../../browser/offline-cache.ts';
import { storageOf } from '../../browser/storage.ts';
import { authPath } from '../../paths/api.ts';
import { timeoutPath } from '../../paths/paths.ts';

export async function leaveWhenSignedOut(reason?: 'timeout'): Promise<void> {
  if (hasTimedOut(storageOf('localStorage')) || !(await isSessionOver())) return;
  await dropOfflineCache().catch(() => undefined);
  if (reason) location.replace(timeoutPath());
  else location.reload();
}

/** Asks the server, because a page may greet nobody for another reason. */
export async function dropLeftoverCache(): Promise<void> {
  if (!isIdleClockStarted(storageOf('localStorage'))) return;
  const isLeft = await hasOfflineCache().catch(() => false);
  if (isLeft && (await isSessionOver())) await dropOfflineCache().catch(() => undefined);
}

async function isSessionOver(): Promise<boolean> {
  const answer = await fetch(authPath('token'), { method: 'POST' }).catch(() => undefined);
  return answer !== undefined && answer.status !== 200 && answer.status < 500;
}
