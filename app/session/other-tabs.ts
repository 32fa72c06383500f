import type { SessionStore } from './session-store.ts';

type Change = 'entered' | 'left';

const name = 'handback-sign-in';

/** Tells the other tabs of this browser that somebody signed in here, or out. */
export function tellOtherTabs(change: Change): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(change);
  channel.close();
}

/** Signs in and out here when another tab did. @returns ends following */
export function followOtherTabs(sessionStore: Pick<SessionStore, 'start' | 'leave'>): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Change>) => {
    if (data === 'left') sessionStore.leave();
    else void sessionStore.start();
  };
  return () => channel.close();
}
