import { logOnly } from './log-only.ts';

/** The browser's store for this site. What it has no room for is not kept, and nothing else goes wrong (C-8.07). */
export type BrowserStorage = {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  names(): string[];
};

export function storageOf(kind: 'localStorage' | 'sessionStorage'): BrowserStorage | undefined {
  try {
    const storage = globalThis.window?.[kind];
    return storage && guard(storage);
  } catch {
    return undefined;
  }
}

function guard(storage: Storage): BrowserStorage {
  return {
    getItem: (name) => storage.getItem(name),
    setItem(name, value) {
      try {
        storage.setItem(name, value);
      } catch (error) {
        logOnly('Not kept')(error);
      }
    },
    removeItem: (name) => storage.removeItem(name),
    names: () => Object.keys(storage),
  };
}
