import { takeSecondTry, tryAgain } from '../core/document/second-try.ts';

let mayReload = false;

/** Reloads once when a script of an older release is gone (C-9.05). */
export function reloadWhenStale(): void {
  mayReload = !takeSecondTry();
  addEventListener('vite:preloadError', () => {
    if (mayReload && tryAgain(location.pathname + location.search)) mayReload = false;
  });
}

/** Once another page was opened, a script that is gone is worth another reload. */
export function allowReload(): void {
  mayReload = true;
}
