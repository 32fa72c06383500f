import { promisifyRequest } from 'idb-keyval';
import { openDeviceStore } from './device-store.ts';
import { storageOf } from './storage.ts';

export const offlineCacheStore = openDeviceStore('handback-copy', 'copy');
/** In session storage: what was typed into public pages before maintenance. */
export const typedFieldsPrefix = 'typed-fields ';

export async function hasOfflineCache(): Promise<boolean> {
  return (await offlineCacheStore('readonly', (store) => promisifyRequest(store.count()))) > 0;
}

/** Nothing that was read stays on this device, whoever else has the copy open, and nothing that was typed into public pages. */
export async function dropOfflineCache(): Promise<void> {
  const storage = storageOf('sessionStorage');
  for (const name of storage?.names() ?? []) if (name.startsWith(typedFieldsPrefix)) storage?.removeItem(name);
  await offlineCacheStore('readwrite', (entries) => {
    entries.clear();
    return promisifyRequest(entries.transaction);
  });
}
