import { timeoutPath } from '../../browser/idle-clock.ts';
import type { SignOutReason } from './session-store.ts';

/** Where to go after signing in: a path of this origin, never a page that leads back to signing in; My Items otherwise. */
export function nextPath(search: URLSearchParams, origin: string): string {
  const next = search.get('next') ?? '';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return home;
  const url = new URL(next, origin);
  // Only what the browser made of it is judged: its dot segments and backslashes are gone, and a host may have come forth.
  const path = decode(url.pathname);
  if (url.origin !== origin || path === undefined || path.startsWith('//') || signInPage.test(path)) return home;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to `path` afterwards; after a timeout it says only that (C-4.10). */
export function signInPath(path: string, reason?: SignOutReason): string {
  if (reason === 'timeout') return timeoutPath;
  const search = new URLSearchParams(reason ? { reason, next: path } : { next: path });
  return `/signin?${search}`;
}

const home = '/items';

/** As the router reads a path: in any case, with slashes at the end or not. */
const signInPage = /^\/(signin|signup)\/*$/i;

/** Undefined for what the server refuses as unreadable. */
function decode(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
