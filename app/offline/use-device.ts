import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dropCopy } from '../../browser/drop-copy.ts';
import { logOnly } from '../../browser/log-only.ts';
import { personOf, type SignInState } from '../session/session-store.ts';
import { beginCopy } from './device-copy.ts';

const retryMs = 30_000;

/** Keeps on this device what the signed-in person reads, sends what waits here, and drops what was read at every sign-out (C-1.08). */
export function useDevice(state: SignInState): void {
  const client = useQueryClient();
  const uid = personOf(state)?.uid;
  const isOver = state.status === 'signed-out' && !state.failure;
  const user = state.status === 'signed-in' ? state.user : undefined;

  useEffect(() => {
    if (user) beginCopy(user).catch(logOnly('What is read is not kept'));
  }, [user]);
  useEffect(() => {
    if (isOver) dropCopy().catch(logOnly('There was no copy to drop'));
  }, [isOver]);

  useEffect(() => {
    if (!uid) return;
    const ended = new AbortController();
    keep(client, uid, ended.signal).catch(logOnly('What is read is not kept'));
    return () => ended.abort();
  }, [client, uid]);

  const isOffline = state.status === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    return () => void client.invalidateQueries();
  }, [client, isOffline]);

  const confirmed = user?.uid;
  useEffect(() => {
    if (!confirmed) return;
    const send = () => void sendWaiting(client, confirmed);
    send();
    const timer = setInterval(send, retryMs);
    addEventListener('online', send);
    return () => {
      clearInterval(timer);
      removeEventListener('online', send);
    };
  }, [client, confirmed]);
}

/** Sends what was written while there was no network. */
export async function sendWaiting(client: QueryClient, uid: string): Promise<void> {
  try {
    const { sendUnsent } = await import('./outbox.ts');
    await sendUnsent(client, uid);
  } catch (error) {
    logOnly('What waits was not sent')(error);
  }
}

async function keep(client: QueryClient, uid: string, signal: AbortSignal): Promise<void> {
  const [{ keepQueries }, { followUnsent }] = await Promise.all([import('./keep-queries.ts'), import('./outbox.ts')]);
  if (signal.aborted) return;
  signal.addEventListener('abort', followUnsent(client, uid));
  await keepQueries(client, uid, signal);
}
