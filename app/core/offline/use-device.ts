import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logOnly } from '../../../browser/log-only.ts';
import { whenBack } from '../../../browser/when-back.ts';
import type { SignInState } from '../session/session-store.ts';
import { claimOfflineCache } from './offline-cache.ts';

const retryMs = 30_000;

export function useDevice(state: SignInState, uid: string): void {
  const client = useQueryClient();
  const user = state.status === 'signed-in' ? state.user : undefined;

  useEffect(() => {
    if (user) claimOfflineCache(user).catch(logOnly('What is read is not kept'));
  }, [user]);
  useEffect(() => {
    const ended = new AbortController();
    keep(client, uid, ended.signal).catch(logOnly('What is read is not kept'));
    return () => ended.abort();
  }, [client, uid]);

  const isOffline = state.status === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    return () => {
      client.invalidateQueries();
      whenLoaded(({ forgetUnshared }) => forgetUnshared(client, uid));
    };
  }, [client, isOffline, uid]);

  const confirmed = user?.uid;
  useEffect(() => {
    if (!confirmed) return;
    const send = () => void sendWaiting(client, confirmed);
    send();
    const timer = setInterval(send, retryMs);
    const end = whenBack(send);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [client, confirmed]);
}

export async function sendWaiting(client: QueryClient, uid: string): Promise<void> {
  try {
    const { sendOutbox } = await import('../outbox/send.ts');
    await sendOutbox(client, uid);
  } catch (error) {
    logOnly('What waits was not sent')(error);
  }
}

async function keep(client: QueryClient, uid: string, signal: AbortSignal): Promise<void> {
  const [{ persistQueries }, { followOutbox }] = await Promise.all([
    import('./persist-queries.ts'),
    import('../outbox/store.ts'),
  ]);
  if (signal.aborted) return;
  signal.addEventListener('abort', followOutbox(client, uid));
  await persistQueries(client, uid, signal);
  whenLoaded(({ forgetUnshared }) => forgetUnshared(client, uid));
}

type Forgetting = typeof import('./forget-item.ts');

export function whenLoaded(forget: (forgetting: Forgetting) => Promise<void>): void {
  import('./forget-item.ts').then(forget).catch(logOnly('What was shared or handed over may still be here'));
}
