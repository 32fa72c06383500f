import { authPath } from '../paths/api.ts';
import { homePath, profilePath } from '../paths/paths.ts';
import { dropOfflineCache } from './offline-cache.ts';
import { tellOtherTabs } from './other-tabs.ts';

let leaving = false;

/** This tab is on its way out: what follows the end of a session in other tabs would only be in the way. */
export const isSigningOut = () => leaving;

/** The menu's button leaves nothing on this device. Where words would be lost, or the server is away, the profile asks. */
export function signOutFromMenu(root: Document): void {
  root.addEventListener('submit', async (event) => {
    const uid = event.target instanceof HTMLFormElement ? event.target.dataset.signOut : undefined;
    if (uid === undefined) return;
    event.preventDefault();
    leaving = !(await mayHaveUnsent(uid));
    if (leaving) leaving = await endSession();
    if (!leaving) return location.assign(profilePath('sign-out'));
    await dropOfflineCache().catch(() => undefined);
    tellOtherTabs('left');
    location.assign(homePath());
  });
}

/** Asked when it is needed: few open pages are signed out. */
async function mayHaveUnsent(uid: string): Promise<boolean> {
  try {
    const { hasUnsent } = await import('./unsent.ts');
    return await hasUnsent(uid);
  } catch {
    return true;
  }
}

async function endSession(): Promise<boolean> {
  const answer = await fetch(authPath('sign-out'), { method: 'POST' }).catch(() => undefined);
  return answer?.ok === true;
}
