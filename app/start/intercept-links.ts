import { matchRoutes } from 'react-router';
import { maintenanceWatch } from '../core/data/maintenance.ts';
import { sessionStore } from '../core/session/session-store.ts';
import { routes } from './routes.tsx';

/** Follows plain links to the app's pages without loading a document, until the returned function is called. */
export function interceptLinks(root: Document, follow: (path: string) => void): () => void {
  const intercept = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event) || !(event.target instanceof Element))
      return;
    const link = event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.hasAttribute('download') || (link.target && link.target !== '_self')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || isJump(link) || isCutOff() || !isAppPath(pathname)) return;
    event.preventDefault();
    follow(pathname + search + hash);
  };
  root.addEventListener('click', intercept);
  return () => root.removeEventListener('click', intercept);
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
  const { status } = maintenanceWatch.current();
  return (
    (state.status === 'signed-out' && (state.failure !== undefined || status === 'offline')) || status === 'failed'
  );
}

function isAppPath(pathname: string): boolean {
  const route = matchRoutes(routes, pathname)?.at(-1)?.route;
  return route !== undefined && route.path !== '*';
}
