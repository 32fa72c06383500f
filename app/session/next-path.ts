import { itemsPath, signInPath, signUpPath } from '../../paths/paths.ts';

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

const home = itemsPath();

/** As the router reads a path: in any case, with slashes at the end or not. */
const signInPage = new RegExp(`^(${signInPath()}|${signUpPath()})/*$`, 'i');

/** Undefined for what the server refuses as unreadable. */
function decode(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
