import { useEffect } from 'react';
import { logOnly } from '../../../browser/log-only.ts';
import { whenBack } from '../../../browser/when-back.ts';
import { queryClient } from '../data/query-client.ts';
import type { SignInState } from '../session/session-store.ts';
import { claimOfflineCache } from './offline-cache.ts';

const retryMs = 30_000;

export function useDevice(state: SignInState, uid: string): void {
  const user = state.status === 'signed-in' ? state.user : undefined;

  useEffect(() => {
    if (user) claimOfflineCache(user).catch(logOnly('What is read is not kept'));
  }, [user]);
  useEffect(() => {
    const ended = new AbortController();
    keep(uid, ended.signal).catch(logOnly('What is read is not kept'));
    return () => ended.abort();
  }, [uid]);

  const isOffline = state.status === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    return () => {
      queryClient.invalidateQueries();
      whenLoaded(({ forgetUnshared }) => forgetUnshared(uid));
    };
  }, [isOffline, uid]);

  const confirmed = user?.uid;
  useEffect(() => {
    if (!confirmed) return;
    const send = () => void sendWaiting(confirmed);
    send();
    const timer = setInterval(send, retryMs);
    const end = whenBack(send);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [confirmed]);
}

export async function sendWaiting(uid: string): Promise<void> {
  try {
    const { sendOutbox } = await import('../outbox/send.ts');
    await sendOutbox(uid);
  } catch (error) {
    logOnly('What waits was not sent')(error);
  }
}

async function keep(uid: string, signal: AbortSignal): Promise<void> {
  const [{ persistQueries }, { followOutbox }] = await Promise.all([
    import('./persist-queries.ts'),
    import('../outbox/store.ts'),
  ]);
  if (signal.aborted) return;
  signal.addEventListener('abort', followOutbox(uid));
  await persistQueries(uid, signal);
  whenLoaded(({ forgetUnshared }) => forgetUnshared(uid));
}

type Forgetting = typeof import('./forget-item.ts');

export function whenLoaded(forget: (forgetting: Forgetting) => Promise<void>): void {
  import('./forget-item.ts').then(forget).catch(logOnly('What was shared or handed over may still be here'));
}
