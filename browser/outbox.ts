import { values } from 'idb-keyval';
import { openDeviceStore } from './device-store.ts';
import { createDrafts } from './drafts.ts';
import { storageOf } from './storage.ts';

export const outboxDatabase = 'handback-outbox';
export const outboxStore = openDeviceStore(outboxDatabase, 'unsent');

/** Whether the account has words on this device that were not sent. */
export async function hasOutbox(uid: string): Promise<boolean> {
  if (createDrafts(storageOf('localStorage'), uid).some()) return true;
  const waiting = await values<{ uid: string }>(outboxStore).catch(() => []);
  return waiting.some((entry) => entry.uid === uid);
}
