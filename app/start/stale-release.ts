import type { createBrowserRouter } from 'react-router';
import { takeSecondTry, tryAgain } from './second-try.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Reloads once when a script of an older release is gone (C-9.05); again only after somebody opened another page. */
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
