import type { SessionStore } from './session-store.ts';

type Change = 'entered' | 'left';

const name = 'handback-sign-in';

export function tellOtherTabs(change: Change): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(change);
  channel.close();
}

/** @returns ends following */
export function followOtherTabs(sessionStore: Pick<SessionStore, 'start' | 'leave'>): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Change>) => {
    if (data === 'left') sessionStore.leave();
    else void sessionStore.start();
  };
  return () => channel.close();
}
