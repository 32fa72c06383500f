import { storageOf } from '../../../browser/storage.ts';

const name = 'second-try';
let leaving = false;

/** Loads the document anew, once. Offline, or without storage to remember it, it does nothing and returns false. */
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
