import { storageOf } from '../../../browser/storage.ts';

const name = 'second-try';
let leaving = false;

export function tryAgain(path: string): boolean {
  const storage = storageOf('sessionStorage');
  if (!storage || !navigator.onLine) return false;
  storage.setItem(name, path);
  if (storage.getItem(name) !== path) return false;
  leaving = true;
  location.assign(path);
  return true;
}

export function isTryingAgain(): boolean {
  return leaving;
}

export function takeSecondTry(): boolean {
  const storage = storageOf('sessionStorage');
  const is = storage?.getItem(name) != null;
  storage?.removeItem(name);
  return is;
}

let mayReload = false;

/** Reloads once when a script of an older release is gone (C-9.05). One that fails because the page is left is not. */
export function reloadWhenStale(): void {
  mayReload = !takeSecondTry();
  addEventListener('beforeunload', () => {
    mayReload = false;
  });
  addEventListener('vite:preloadError', () => {
    if (mayReload && tryAgain(location.pathname + location.search)) mayReload = false;
  });
}

export function allowReload(): void {
  mayReload = true;
}

export const startFailed = 'handback-start-failed';
