import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { pageOf } from '../../paths/app-pages.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import type { Viewer } from '../../ui/header.tsx';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { useLiveData, useUnread } from '../core/data/live.ts';
import { useMaintenanceNews } from '../core/data/maintenance.ts';
import { apart } from '../core/document/late.tsx';
import { useBrand, usePageMetadata } from '../core/document/page-metadata.ts';
import { useDevice } from '../core/offline/use-device.ts';
import { useAuth } from '../core/session/auth-provider.tsx';
import { hasScrollPlace } from '../widgets/scroll-place.ts';
import { MaintenanceGate } from './maintenance-gate.tsx';
import { useOpenedPage } from './opened-page.ts';

const nothing = () => () => null;

/** Seen later or below the screen, and not worth an error in their place. */
const AppFooter = apart(() => import('./app-footer.tsx').then((file) => file.AppFooter, nothing));
const InstallBanner = apart(() => import('../../ui/install-banner.tsx').then((file) => file.InstallBanner, nothing));

export function Shell() {
  const brand = useBrand();
  const { state, user, error } = useAuth();
  const { pathname, search } = useLocation();
  const t = useTranslations();
  const { isLoadingNext } = useOpenedPage();
  const viewer = useViewer();
  useLiveData(user?.uid);
  useMaintenanceNews(state.status === 'signed-out');
  useDevice(state);
  usePageMetadata();
  useArrival(pageOf(pathname, search));

  if (state.status === 'loading') return <LoadingScreen text={t('screen.loadingAuthentication')} />;
  const failure = state.status === 'signed-out' && state.failure ? error : null;
  return (
    <AppFrame brand={brand} viewer={viewer} path={pathname} loadingNext={isLoadingNext} footer={<AppFooter />}>
      {failure ? <ConnectionErrorScreen failure={failure} href={pathname} /> : <MaintenanceGate />}
      <InstallBanner brand={brand} />
    </AppFrame>
  );
}

export function AppError() {
  return (
    <main id="main">
      <ErrorScreen />
    </main>
  );
}

function useViewer(): Viewer {
  const { user, isAdmin } = useAuth();
  const unread = useUnread(user?.uid);
  return user && { uid: user.uid, displayName: user.displayName, isAdmin, unread };
}

/** A new page begins at its top (C-2.09), but for lists that one comes Back to; the focus goes to its heading. */
function useArrival(page: string): void {
  const arrivedAt = useRef(page);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useEffect(() => {
    if (arrivedAt.current === page) return;
    arrivedAt.current = page;
    if (!hasScrollPlace()) scrollTo(0, 0);
    const main = document.getElementById('main');
    (main?.querySelector<HTMLElement>('h1') ?? main)?.focus({ preventScroll: true });
  }, [page]);
}
