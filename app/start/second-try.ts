import { storageOf } from '../../browser/storage.ts';

const name = 'second-try';
let leaving = false;

/**
 * Loads the document anew because a script of it did not come. The new document is told that it is the second try, so that there is
 * no third: where it cannot be told, or the device is offline, nothing happens.
 * @returns whether it is done
 */
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

/** Whether this document is one; it can be asked once. */
export function takeSecondTry(): boolean {
  const storage = storageOf('sessionStorage');
  const is = storage?.getItem(name) != null;
  storage?.removeItem(name);
  return is;
}
