import { logOnly } from './log-only.ts';

/** The browser's store for this site. What it does not keep is not kept, and nothing else goes wrong (C-8.07). */
export type BrowserStorage = {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  names(): string[];
};

export function storageOf(kind: 'localStorage' | 'sessionStorage'): BrowserStorage | undefined {
  try {
    const storage = globalThis.window?.[kind];
    return storage ? guard(storage) : undefined;
  } catch {
    return undefined;
  }
}

function guard(storage: Storage): BrowserStorage {
  return {
    getItem: (name) => ask(() => storage.getItem(name)) ?? null,
    setItem: (name, value) => ask(() => storage.setItem(name, value)),
    removeItem: (name) => ask(() => storage.removeItem(name)),
    names: () => ask(() => Object.keys(storage)) ?? [],
  };
}

function ask<Answer>(question: () => Answer): Answer | undefined {
  try {
    return question();
  } catch (error) {
    logOnly('Not kept')(error);
    return undefined;
  }
}
