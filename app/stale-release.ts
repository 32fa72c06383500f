import type { createBrowserRouter } from 'react-router';

type Router = ReturnType<typeof createBrowserRouter>;

const reloadedAt = 'reloaded-for-release';
const guardMs = 60_000;

/** A page of an older release asks for scripts that are gone: the document is loaded anew, once, and never in a circle. */
export function reloadWhenStale(router: Router): void {
  addEventListener('vite:preloadError', () => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < guardMs) return;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    location.assign(pathname + search);
  });
}
