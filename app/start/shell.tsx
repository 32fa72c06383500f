import { useEffect, useRef, useState } from 'react';
import { cartCountIn } from '../../browser/count-badge.ts';
import { logOnly } from '../../browser/log-only.ts';
import { pageOf } from '../../paths/app-pages.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import type { Viewer } from '../../ui/header.tsx';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen } from '../../ui/system-screen.tsx';
import { queryClient } from '../core/data/query-client.ts';
import { useUnread } from '../core/data/unread.ts';
import { t } from '../core/document/app-translations.ts';
import { apart } from '../core/document/late.tsx';
import { useBrand, usePageMetadata } from '../core/document/page-metadata.ts';
import { hasScrollPlace, useLocation, useOpenedPage } from '../core/navigation/navigation.tsx';
import { device } from '../core/offline/device.ts';
import { useAuth } from '../core/session/auth-provider.tsx';
import { following } from './following.ts';
import { MaintenanceGate } from './maintenance-gate.tsx';

const nothing = () => () => null;

/** Seen later or below the screen, and not worth an error in their place. */
const AppFooter = apart(() => import('./app-footer.tsx').then((file) => file.AppFooter, nothing));
const InstallBanner = apart(() => import('../../ui/install-banner.tsx').then((file) => file.InstallBanner, nothing));

const FollowSession = apart(async () => (await import('./follow-session.tsx')).FollowSession);
const FollowMaintenance = apart(async () => (await import('./follow-maintenance.tsx')).FollowMaintenance);

export function Shell() {
  const brand = useBrand();
  const { state, user, error } = useAuth();
  const { pathname, search } = useLocation();
  const { isLoadingNext } = useOpenedPage();
  const viewer = useViewer();
  useForgetting(user?.uid, state.status === 'signed-out' && !state.failure);
  usePageMetadata();
  useArrival(pageOf(pathname, search));

  if (state.status === 'loading') return <LoadingScreen text={t('screen.loadingAuthentication')} />;
  const failure = state.status === 'signed-out' && state.failure ? error : null;
  return (
    <AppFrame
      {...{ brand, viewer, cart: cartCountIn(document.cookie) }}
      path={pathname}
      loadingNext={isLoadingNext}
      footer={<AppFooter />}
    >
      {failure ? <ConnectionErrorScreen failure={failure} href={pathname} /> : <MaintenanceGate />}
      <InstallBanner brand={brand} />
      {user && <Following />}
      {state.status === 'signed-out' && <FollowMaintenance />}
    </AppFrame>
  );
}

function Following() {
  const [Session] = useState(() => following.Session ?? FollowSession);
  return <Session />;
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

/** Nothing that one account read is left for the next one. */
function useForgetting(uid: string | undefined, isOver: boolean): void {
  useEffect(() => (uid === undefined ? undefined : () => queryClient.clear()), [uid]);
  useEffect(() => {
    if (isOver) device.dropOfflineCache().catch(logOnly('There was no copy to drop'));
  }, [isOver]);
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
