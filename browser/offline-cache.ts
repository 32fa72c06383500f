import { askStore } from './ask-store.ts';

export const offlineCacheStore = ['handback-copy', 'copy'] as const;

export async function hasOfflineCache(): Promise<boolean> {
  return (await askStore(offlineCacheStore, 'readonly', (store) => store.count())) > 0;
}

/** Nothing that was read stays on this device, whoever else has the copy open. */
export async function dropOfflineCache(): Promise<void> {
  await askStore(offlineCacheStore, 'readwrite', (store) => store.clear());
}
