import { createStore, promisifyRequest, type UseStore, values } from 'idb-keyval';
import { createDrafts } from './drafts.ts';

export { dropTypedForms } from './drafts.ts';

import { storageOf } from './storage.ts';
import { within } from './time-limit.ts';

const patienceMs = 5_000;

/** One of this site's stores in the browser, made where there is none. After a silence nobody waits for it until it has answered. */
function openDeviceStore(database: string, name: string): UseStore {
  const store = createStore(database, name);
  let waitMs = patienceMs;
  return async (mode, use) => {
    const answer = store(mode, use).finally(() => {
      waitMs = patienceMs;
    });
    return within(waitMs, answer, () => {
      waitMs = 0;
    });
  };
}

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

export const outboxDatabase = 'handback-outbox';
export const outboxStore = openDeviceStore(outboxDatabase, 'unsent');

export async function hasOutbox(uid: string): Promise<boolean> {
  if (createDrafts(storageOf('localStorage'), uid).some()) return true;
  const waiting = await values<{ uid: string }>(outboxStore).catch(() => []);
  return waiting.some((entry) => entry.uid === uid);
}
