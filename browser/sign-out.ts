import { authPath } from '../paths/api.ts';
import { askSignOutPath, homePath } from '../paths/paths.ts';
import { tellOtherTabs } from './other-tabs.ts';

let leaving = false;

/** This tab is on its way out: what follows the end of a session in other tabs would only be in the way. */
export const isSigningOut = () => leaving;

type Device = { hasOutbox(uid: string): Promise<boolean>; dropOfflineCache(): Promise<void> };

/** Leaves nothing on this device. Where words may be lost, or the server is away, the profile asks. */
export function signOutFromMenu(root: Document, device: Device): void {
  root.addEventListener('submit', async (event) => {
    const uid = event.target instanceof HTMLFormElement ? event.target.dataset.signOut : undefined;
    if (uid === undefined) return;
    event.preventDefault();
    leaving = !(await device.hasOutbox(uid).catch(() => true));
    if (leaving) leaving = await endSession();
    if (!leaving) return location.assign(askSignOutPath());
    await device.dropOfflineCache().catch(() => undefined);
    tellOtherTabs('left');
    location.assign(homePath());
  });
}

async function endSession(): Promise<boolean> {
  const answer = await fetch(authPath('sign-out'), { method: 'POST' }).catch(() => undefined);
  return answer?.ok === true;
}
