import type { createBrowserRouter } from 'react-router';
import { takeSecondTry, tryAgain } from './second-try.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * A page of an older release asks for scripts that are gone: the document is loaded anew, once (C-9.05). One that was loaded anew
 * does it again only after somebody went on to another page in it, so that it never happens twice by itself.
 */
export function reloadWhenStale(router: Router): void {
  const first = router.state.location.key;
  let mayTry = !takeSecondTry();
  router.subscribe(({ location, navigation, errors }) => {
    if (location.key !== first && navigation.state === 'idle' && !errors) mayTry = true;
  });
  addEventListener('vite:preloadError', () => {
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    if (mayTry && tryAgain(pathname + search)) mayTry = false;
  });
}
