const name = 'handback-copy';
const onlyStore = 'copy';

export const offlineCacheStore = [name, onlyStore] as const;

export async function hasOfflineCache(): Promise<boolean> {
  return (await ask('readonly', (store) => store.count())) > 0;
}

/** Nothing that was read stays on this device, whoever else has the copy open. */
export async function dropOfflineCache(): Promise<void> {
  await ask('readwrite', (store) => store.clear());
}

function ask<Answer>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(onlyStore);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asking = opening.result.transaction(onlyStore, mode);
      const request = question(asking.objectStore(onlyStore));
      asking.oncomplete = () => resolve(request.result);
      asking.onabort = () => reject(asking.error);
      opening.result.close();
    };
  });
}
