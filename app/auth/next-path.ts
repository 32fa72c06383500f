import { timeoutPath } from '../../browser/idle-clock.ts';
import type { SignOutReason } from './token.ts';

/** Where to go after signing in: a path of this origin, never a page that leads back to signing in; My Items otherwise. */
export function nextPath(search: URLSearchParams, origin: string): string {
  const next = search.get('next') ?? '';
  if (!ownPath.test(next)) return home;
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname === '/signin' || url.pathname === '/signup') return home;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to `path` afterwards; after a timeout it says only that (C-4.10). */
export function signInPath(path: string, reason?: SignOutReason): string {
  if (reason === 'timeout') return timeoutPath;
  const search = new URLSearchParams(reason ? { reason, next: path } : { next: path });
  return `/signin?${search}`;
}

const home = '/items';

/** One slash, so that no host follows; browsers drop tabs and line ends, which could hide a second one. */
const ownPath = /^\/(?![/\\])[^\t\n\r]*$/;
