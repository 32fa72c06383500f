import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Footer } from '../ui/footer.tsx';
import { Header } from '../ui/header.tsx';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen } from '../ui/system-screen.tsx';
import { useAuth } from './auth/auth-provider.tsx';
import { useBrand } from './brand.ts';
import { useLiveData, useUnread } from './data/live.ts';

/** What stands around every page of the app. */
export function Shell() {
  const { state, user } = useAuth();
  const { pathname } = useLocation();
  useLiveData(user?.uid);
  useArrival(pathname);
  return (
    <Frame>
      {state.status === 'loading' ? (
        <LoadingScreen text="Loading authentication..." />
      ) : state.status === 'signed-out' && state.failure ? (
        <ConnectionErrorScreen failure={state.failure} href={pathname} />
      ) : (
        <Outlet />
      )}
    </Frame>
  );
}

/** Until the script of the first page is here. */
export function ShellLoading() {
  return (
    <Frame>
      <LoadingScreen />
    </Frame>
  );
}

/** A page that failed; header and footer stay (C-2.15). */
export function PageError() {
  return <ErrorScreen />;
}

/** The frame itself failed: nothing of it is trusted. */
export function ShellError() {
  return (
    <main id="main">
      <ErrorScreen />
    </main>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const brand = useBrand();
  const { user } = useAuth();
  const unread = useUnread(user?.uid);
  const { pathname } = useLocation();
  const { state: navigation } = useNavigation();
  const { uid, displayName, role } = user ?? {};
  const viewer = uid ? { uid, displayName: displayName ?? '', isAdmin: role === 'admin', unread } : null;
  return (
    <>
      <Header brand={brand} viewer={viewer} path={pathname} />
      <main id="main" className="wrap min-h-[60vh] py-6 sm:py-10" tabIndex={-1} aria-busy={navigation === 'loading'}>
        {children}
      </main>
      <Footer brand={brand} />
    </>
  );
}

/** Each change of route begins at the top of the page (C-2.09) and, for those who do not see it change, at its heading. */
function useArrival(pathname: string): void {
  const arrivedAt = useRef(pathname);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (arrivedAt.current === pathname) return;
    arrivedAt.current = pathname;
    scrollTo(0, 0);
    const main = document.getElementById('main');
    (main?.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
  }, [pathname]);
}
