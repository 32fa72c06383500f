import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { timeoutPath } from '../../paths/paths.ts';
import { maintenanceWatch } from '../core/data/maintenance.ts';
import { allowReload } from '../core/document/second-try.ts';
import {
  currentLocation,
  navigate,
  nest,
  type OpenedPage,
  OpenedPageContext,
  returnTo,
  subscribeToLocation,
} from '../core/navigation/navigation.tsx';
import { useAuth } from '../core/session/auth-provider.tsx';
import { sessionStore } from '../core/session/session-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isOfApp, openPage, partsOf } from './routes.tsx';
import { AppError } from './shell.tsx';

export function App({ first, onDrawn }: { first: Opened; onDrawn(): void }) {
  const page = useOpeningPages(first);
  const { pathname } = page.location;
  const parts = useMemo(() => nest(partsOf(pathname).map(({ Component }) => Component)), [pathname]);
  const tellDrawn = useEffectEvent(onDrawn);
  useEffect(() => interceptLinks(document), []);
  useLayoutEffect(() => tellDrawn(), []);
  return (
    <OpenedPageContext value={page}>
      <Timeout />
      <ErrorBoundary resetOn={page.location} fallback={<AppError />}>
        {parts}
      </ErrorBoundary>
    </OpenedPageContext>
  );
}

/** Goes to where the session's end is explained (C-4.10). Apart, so that a change of who is signed in draws no page anew. */
function Timeout() {
  const { state } = useAuth();
  useEffect(() => {
    if (state.status === 'signed-out' && state.reason === 'timeout') navigate(timeoutPath(), { replace: true });
  }, [state]);
  return null;
}

type Opened = Pick<OpenedPage, 'location' | 'isMissing'>;

/** Goes to the page of the address when its scripts have come; until then the one before it stays. */
function useOpeningPages(first: Opened): OpenedPage {
  const location = useSyncExternalStore(subscribeToLocation, currentLocation);
  const [page, setPage] = useState(first);
  useEffect(() => {
    if (page.location === location) return;
    let isLeft = false;
    void openPage(location.pathname).then((isMissing) => {
      if (isLeft) return;
      if (!isMissing) allowReload();
      startTransition(() => setPage({ location, isMissing }));
    });
    return () => {
      isLeft = true;
    };
  }, [location, page.location]);
  return { ...page, isLoadingNext: page.location !== location };
}

/** Follows plain links to the app's pages without loading a document, until the returned function is called. */
function interceptLinks(root: Document): () => void {
  const intercept = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event) || !(event.target instanceof Element))
      return;
    const link = event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || link.hasAttribute('download') || (link.target && link.target !== '_self')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || isJump(link) || isCutOff() || !isOfApp(pathname)) return;
    event.preventDefault();
    const go = 'returns' in link.dataset ? returnTo : navigate;
    go(pathname + search + hash);
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
