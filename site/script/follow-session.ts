import { dropOfflineCache } from '../../browser/device-store.ts';
import { hasTimedOut } from '../../browser/idle-clock.ts';
import { followOtherTabs } from '../../browser/other-tabs.ts';
import { rememberPage } from '../../browser/page-before-timeout.ts';
import { isOfAnother } from '../../browser/server-away.ts';
import { isSigningOut } from '../../browser/sign-out.ts';
import { storageOf } from '../../browser/storage.ts';
import { can } from '../../domain/accounts/contract/can.ts';
import { authPath } from '../../paths/api.ts';
import { timeoutPath } from '../../paths/paths.ts';

/** Shows the page anew when it is for somebody else by now: after signing in or out, or with another role, in whatever tab or place. */
export function followSession(): void {
  const viewer = document.querySelector<HTMLElement>('[data-viewer]');
  followOtherTabs((change) => {
    if (change === 'entered') location.reload();
    else if (viewer) check(viewer);
  });
  if (viewer)
    addEventListener('session', (event) => check(viewer, (event as CustomEvent<'timeout' | undefined>).detail));
}

/** What somebody read stays on this device no longer than their session. */
export async function leaveAfterTimeout(uid: string): Promise<void> {
  rememberPage(uid);
  await dropOfflineCache().catch(() => undefined);
  location.replace(timeoutPath());
}

async function check({ dataset: { viewer = '', admin } }: HTMLElement, reason?: 'timeout'): Promise<void> {
  if (hasTimedOut(storageOf('localStorage'))) return;
  const user = await readSession();
  if (isSigningOut()) return;
  if (user === 'over' && reason) return leaveAfterTimeout(viewer);
  if (user === 'over') await dropOfflineCache().catch(() => undefined);
  if (user && (user === 'over' || can(user, 'admin') !== (admin !== undefined))) location.reload();
}

/** Who the server says is signed in; undefined when it cannot be asked. */
export async function readSession(): Promise<{ role: string | null } | 'over' | undefined> {
  const answer = await fetch(authPath('token'), { method: 'POST' }).catch(() => undefined);
  if (!answer || answer.status >= 500 || isOfAnother(answer)) return undefined;
  return answer.status === 200 ? (await answer.json()).user : 'over';
}
