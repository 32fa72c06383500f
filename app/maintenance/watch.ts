import type { Maintenance } from '../../domain/settings/schema.ts';
import { callFunction } from '../data/call-function.ts';

type WatchState =
  | { status: 'loading' }
  /** It could not be found out whether the site is open. */
  | { status: 'failed' }
  /** There is no network: nothing is closed, and what is on this device may be read. */
  | { status: 'offline' }
  | { status: 'known'; setting: Maintenance };

type Parts = { read(): Promise<Maintenance>; isOffline(): boolean };

/** The maintenance setting: asked for once, then told by the live stream (C-4.12, C-7.08). */
export function createMaintenanceWatch({ read, isOffline }: Parts) {
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
        (): WatchState => ({ status: isOffline() ? 'offline' : 'failed' }),
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

/** The one of this page. */
export const maintenance = createMaintenanceWatch({
  read: () => callFunction('getMaintenance', {}),
  isOffline: () => !navigator.onLine,
});
