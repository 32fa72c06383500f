import { ownUrl } from '../../../paths/own-url.ts';
import { signInPath, signUpPath } from '../../../paths/paths.ts';
import { firstPath } from './waiting-claim.ts';

/** Where to go after signing in: a path of this origin, never a page that leads back to signing in; My Items or a tag that waits otherwise. */
export function nextPath(asked: string | null | undefined, origin: string): string {
  const url = ownUrl(asked ?? '', origin);
  if (!url || signInPage.test(decodeURI(url.pathname))) return firstPath();
  return url.pathname + url.search + url.hash;
}

/** As the router reads a path: in any case, with slashes at the end or not. */
const signInPage = new RegExp(`^(${signInPath()}|${signUpPath()})/*$`, 'i');
