import { pages } from 'virtual:app-pages';
import { type ComponentType, useEffect } from 'react';
import { matchRoutes, Outlet, type RouteObject, useLocation } from 'react-router';
import { type AppPage, appPageNames, appPages } from '../../paths/app-pages.ts';
import { homePath, openItemPath } from '../../paths/paths.ts';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { loadPage, withLateTranslations } from '../core/document/late.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useOpenedPage } from './opened-page.ts';
import { RequireSignedIn } from './require-signed-in.tsx';
import { Shell } from './shell.tsx';

type LoadsPage = () => Promise<void>;

export const routes: RouteObject[] = [
  {
    Component: Shell,
    children: [
      {
        Component: PageOrError,
        children: [
          ...routesOf(({ only }) => !only),
          {
            path: openItemPath(':id'),
            ...loaded(async () => (await import('../features/items/open-item.tsx')).OpenItem),
          },
          {
            Component: RequireSignedIn,
            children: [
              ...routesOf(({ only, within }) => only === 'signed-in' && !within),
              {
                ...loaded(() =>
                  withLateTranslations(async () => (await import('../features/admin/admin-only.tsx')).AdminOnly),
                ),
                children: routesOf(({ only }) => only === 'admin'),
              },
            ],
          },
          { path: '*', Component: UnknownPath },
        ],
      },
    ],
  },
];

function routesOf(areOf: (page: AppPage) => boolean): RouteObject[] {
  const names = appPageNames.filter((name) => areOf(appPages[name]));
  return names.map((name) => ({
    path: appPages[name].path,
    ...loaded(() => (appPages[name].often ? pages[name]() : withLateTranslations(pages[name]))),
    children: routesOf(({ within }) => within === name),
  }));
}

function loaded(load: () => Promise<ComponentType>): Pick<RouteObject, 'handle' | 'element'> {
  let Page: ComponentType | undefined;
  const fetchPage = loadPage(load);
  const handle: LoadsPage = async () => {
    Page ??= await fetchPage();
  };
  const Loaded = () => Page && <Page />;
  return { handle, element: <Loaded /> };
}

/** Loads the scripts of the page at `path`. @returns whether one of them is missing (C-9.05) */
export async function openPage(path: string): Promise<boolean> {
  const parts = matchRoutes(routes, path) ?? [];
  const outcomes = await Promise.allSettled(parts.map(({ route }) => (route.handle as LoadsPage | undefined)?.()));
  return outcomes.some(({ status }) => status === 'rejected');
}

function PageOrError() {
  const t = useTranslations();
  const { location, isMissing } = useOpenedPage();
  if (isMissing && 'tooOld' in document.documentElement.dataset)
    return <SystemScreen title={t('loading.tooOldTitle')} text={t('loading.tooOld')} />;
  if (isMissing) {
    return <ConnectionErrorScreen failure={t('screen.notConnected')} href={location.pathname + location.search} />;
  }
  return (
    <ErrorBoundary resetOn={location} fallback={<ErrorScreen />}>
      <Outlet />
    </ErrorBoundary>
  );
}

/** A path that is not the app's is asked of the server; when it comes from there, nobody knows it (C-2.08). */
function UnknownPath() {
  const { key, pathname, search, hash } = useLocation();
  const sentByServer = key === 'default';
  useEffect(
    () => location.replace(sentByServer ? homePath() : pathname + search + hash),
    [sentByServer, pathname, search, hash],
  );
  return <LoadingScreen />;
}
