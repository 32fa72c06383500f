import { useSyncExternalStore } from 'react';
import type { Maintenance } from '../../../domain/settings/contract/schema.ts';
import { adminPath, signInPath } from '../../../paths/paths.ts';
import { callFunction, isUnreachable } from './call-function.ts';

type WatchState =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'offline' }
  | { status: 'known'; setting: Maintenance };

/** The maintenance setting: asked for once, then told by the live stream (C-4.12, C-7.08). */
export function createMaintenanceWatch(read: () => Promise<Maintenance>) {
  let state: WatchState = { status: 'loading' };
  const listeners = new Set<() => void>();

  const become = (next: WatchState) => {
    state = next;
    for (const listener of listeners) listener();
  };

  return {
    /** What the stream told meanwhile is newer than this answer, or this failure. */
    async check(): Promise<void> {
      const next = await read().then(
        (setting): WatchState => ({ status: 'known', setting }),
        (error): WatchState => ({ status: isUnreachable(error) ? 'offline' : 'failed' }),
      );
      if (state.status === 'loading') become(next);
    },
    take: (setting: Maintenance) => become({ status: 'known', setting }),
    current: (): WatchState => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const maintenanceWatch = createMaintenanceWatch(() => callFunction('getMaintenance', {}));

export function useMaintenance() {
  return useSyncExternalStore(maintenanceWatch.subscribe, maintenanceWatch.current);
}

/** Whether maintenance closes what only the app has, also where a page stays open. */
export function useIsClosed(isAdmin: boolean): boolean {
  const state = useMaintenance();
  return state.status === 'known' && state.setting.enabled && !state.setting.exempt && !isAdmin;
}

export function useSignInPath(): string {
  const state = useMaintenance();
  return state.status === 'known' && state.setting.enabled && !state.setting.exempt ? adminPath() : signInPath();
}
