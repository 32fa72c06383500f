import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnreachable } from '../data/call-function.ts';
import { sessionStore } from '../session/session-store.ts';
import { uploadFile } from './files.ts';

const upload = (signal: AbortSignal) => uploadFile('setPicture', { itemId: 'i', key: 'k' }, new Blob(), { signal });

test('what is stopped while the token is renewed is stopped, and does not wait as for a network', async () => {
  const token = vi.spyOn(sessionStore, 'token').mockRejectedValue(new Error('no network'));
  onTestFinished(() => token.mockRestore());
  const stop = new AbortController();
  await expect(upload(stop.signal)).rejects.toSatisfy(isUnreachable);
  stop.abort();
  await expect(upload(stop.signal)).rejects.toBe(stop.signal.reason);
});
