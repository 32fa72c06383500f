import { askStore } from './ask-store.ts';
import { storageOf } from './storage.ts';

export const offlineCacheStore = ['handback-copy', 'copy'] as const;
/** In session storage: what was typed into public pages before maintenance. */
export const typedFieldsPrefix = 'typed-fields ';

export async function hasOfflineCache(): Promise<boolean> {
  return (await askStore(offlineCacheStore, 'readonly', (store) => store.count())) > 0;
}

/** Nothing that was read stays on this device, whoever else has the copy open, and nothing that was typed into public pages. */
export async function dropOfflineCache(): Promise<void> {
  const storage = storageOf('sessionStorage');
  for (const name of storage?.names() ?? []) if (name.startsWith(typedFieldsPrefix)) storage?.removeItem(name);
  await askStore(offlineCacheStore, 'readwrite', (store) => store.clear());
}
