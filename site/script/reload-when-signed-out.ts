import { hasTimedOut } from '../../browser/idle-clock.ts';
import { storageOf } from '../../browser/storage.ts';

/** The page still greets somebody whose session is over: shows it as a visitor sees it. */
export async function reloadWhenSignedOut(): Promise<void> {
  if (hasTimedOut(storageOf('localStorage'))) return;
  const answer = await fetch('/auth/token', { method: 'POST' }).catch(() => undefined);
  if (answer && answer.status !== 200 && answer.status < 500) location.reload();
}
