export type Store = readonly [database: string, name: string];

/** Asks one of this site's stores in the browser, which is made where there is none. */
export function askStore<Answer>(
  [database, name]: Store,
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onupgradeneeded = () => opening.result.createObjectStore(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const asking = opening.result.transaction(name, mode);
      const request = question(asking.objectStore(name));
      asking.oncomplete = () => resolve(request.result);
      asking.onabort = () => reject(asking.error);
      opening.result.close();
    };
  });
}
