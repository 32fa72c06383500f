import { type createBrowserRouter, matchRoutes } from 'react-router';
import { maintenance } from '../data/maintenance.ts';
import { sessionStore } from '../session/session-store.ts';

type Router = ReturnType<typeof createBrowserRouter>;

/** Follows plain links to the app's pages without loading a document. */
export function interceptLinks(root: Document, router: Router): void {
  root.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event) || !(event.target instanceof Element))
      return;
    const link = event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.hasAttribute('download') || (link.target && link.target !== '_self')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || isJump(link) || isCutOff() || !isAppPath(router, pathname)) return;
    event.preventDefault();
    router.navigate(pathname + search + hash);
  });
}

function hasModifier({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}

function isJump({ pathname, search, hash }: HTMLAnchorElement): boolean {
  return hash !== '' && pathname === location.pathname && search === location.search;
}

/** The state is unknown: only a new document asks again. */
function isCutOff(): boolean {
  const state = sessionStore.current();
  const { status } = maintenance.current();
  return (
    (state.status === 'signed-out' && (state.failure !== undefined || status === 'offline')) || status === 'failed'
  );
}

function isAppPath({ routes }: Router, pathname: string): boolean {
  const route = matchRoutes(routes, pathname)?.at(-1)?.route;
  return route !== undefined && route.path !== '*';
}
