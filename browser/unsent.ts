import { askStore } from './ask-store.ts';
import { createDrafts } from './drafts.ts';
import { storageOf } from './storage.ts';

export const unsentStore = ['handback-outbox', 'unsent'] as const;

/** Whether the account has words on this device that were not sent. */
export async function hasUnsent(uid: string): Promise<boolean> {
  if (createDrafts(storageOf('localStorage'), uid).some()) return true;
  const waiting = await askStore<{ uid: string }[]>(unsentStore, 'readonly', (store) => store.getAll());
  return waiting.some((unsent) => unsent.uid === uid);
}
