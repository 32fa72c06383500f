import { storageOf } from './storage.ts';

const name = 'page-before-timeout';

/** In this tab, for whoever was signed in: the address that a timeout leads to says nothing but that (C-4.10). */
export function rememberPage(uid: string): void {
  const path = location.pathname + location.search + location.hash;
  storageOf('sessionStorage')?.setItem(name, JSON.stringify({ uid, path }));
}

export function pageBeforeTimeout(uid: string): string | undefined {
  const kept = JSON.parse(storageOf('sessionStorage')?.getItem(name) ?? '{}') as { uid?: string; path?: string };
  return kept.uid === uid ? kept.path : undefined;
}
