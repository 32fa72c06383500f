import { useEffect, useSyncExternalStore } from 'react';
import { openLiveEvents } from '../../../browser/live-events.ts';
import { liveForEverybodyPath } from '../../../paths/api.ts';
import { adminPath, signInPath } from '../../../paths/paths.ts';
import { maintenanceWatch } from './maintenance.ts';

export function useMaintenance() {
  return useSyncExternalStore(maintenanceWatch.subscribe, maintenanceWatch.current);
}

/** The page to sign in at: /signin, or /admin while the site is closed. */
export function useSignInPath(): string {
  const state = useMaintenance();
  return state.status === 'known' && state.setting.enabled && !state.setting.exempt ? adminPath() : signInPath();
}

/** Hears of maintenance while nobody is signed in; a person's own stream tells it too. */
export function useMaintenanceNews(signedOut: boolean): void {
  useEffect(() => {
    if (!signedOut) return;
    return openLiveEvents(
      liveForEverybodyPath(),
      (event) => event.type === 'maintenance' && maintenanceWatch.take(event),
    );
  }, [signedOut]);
}
