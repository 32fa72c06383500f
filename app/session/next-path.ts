import { ownUrl } from '../../paths/own-url.ts';
import { itemsPath, signInPath, signUpPath } from '../../paths/paths.ts';

/** Where to go after signing in: a path of this origin, never a page that leads back to signing in; My Items otherwise. */
export function nextPath(asked: string | null | undefined, origin: string): string {
  const url = ownUrl(asked ?? '', origin);
  if (!url || signInPage.test(decodeURI(url.pathname))) return itemsPath();
  return url.pathname + url.search + url.hash;
}

/** As the router reads a path: in any case, with slashes at the end or not. */
const signInPage = new RegExp(`^(${signInPath()}|${signUpPath()})/*$`, 'i');
