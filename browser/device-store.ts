import { createStore, type UseStore } from 'idb-keyval';
import { within } from './within.ts';

const patienceMs = 5_000;

/** One of this site's stores in the browser, made where there is none. After a silence nobody waits for it until it has answered. */
export function openDeviceStore(database: string, name: string): UseStore {
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
