import { values } from 'idb-keyval';
import { openDeviceStore } from './device-store.ts';
import { createDrafts } from './drafts.ts';
import { storageOf } from './storage.ts';

/** What waits to be sent. */
export const unsentDatabase = 'handback-outbox';
export const unsentStore = openDeviceStore(unsentDatabase, 'unsent');

/** Whether the account has words on this device that were not sent. */
export async function hasUnsent(uid: string): Promise<boolean> {
  if (createDrafts(storageOf('localStorage'), uid).some()) return true;
  const waiting = await values<{ uid: string }>(unsentStore).catch(() => []);
  return waiting.some((unsent) => unsent.uid === uid);
}
