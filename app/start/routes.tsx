import { pages } from 'virtual:app-pages';
import { type ComponentType, useEffect } from 'react';
import { type AppPageName, appPageNames, appPages, findAppPage } from '../../paths/app-pages.ts';
import { homePath, openItemPath } from '../../paths/paths.ts';
import { ConnectionErrorScreen, ErrorScreen, LoadingScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { t } from '../core/document/app-translations.ts';
import { loadPage, withLateTranslations } from '../core/document/late.tsx';
import { Outlet, useLocation, useOpenedPage } from '../core/navigation/navigation.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';

/** A part of what is drawn, whose script may still be on its way. */
type Part = { Component: ComponentType; load?(): Promise<void> };

const pageParts = appPageNames.map((name) => {
  const { often, only } = appPages[name];
  const load = often ? pages[name] : () => withLateTranslations(pages[name], only === 'admin');
  return [name, loaded(load)] as const;
});
const partOf = Object.fromEntries(pageParts) as Record<AppPageName, Part>;
const openItem = loaded(async () => (await import('../features/items/open-item.tsx')).OpenItem);
const signedIn = loaded(async () => (await import('./require-signed-in.tsx')).RequireSignedIn);
const adminOnly = loaded(() =>
  withLateTranslations(async () => (await import('../features/admin/admin-only.tsx')).AdminOnly, true),
);

/** What is drawn at `path`, from the outside in. */
export function partsOf(path: string): Part[] {
  return [{ Component: Shell }, { Component: PageOrError }, ...partsOfPage(path)];
}

function partsOfPage(path: string): Part[] {
  const name = findAppPage(path);
  if (!name) return [isItemOf(path) ? openItem : { Component: UnknownPath }];
  const { only, within } = appPages[name];
  return [
    ...(only ? [signedIn] : []),
    ...(only === 'admin' ? [adminOnly] : []),
    ...(within ? [partOf[within]] : []),
    partOf[name],
  ];
}

const isItemOf = (path: string) =>
  path.startsWith(openItemPath('')) && !path.slice(openItemPath('').length).includes('/');

/** Whether the app opens it without a document. */
export const isOfApp = (path: string) => findAppPage(path) !== undefined || isItemOf(path);

function loaded(fetch: () => Promise<ComponentType>): Part {
  let Page: ComponentType | undefined;
  const fetchPage = loadPage(fetch);
  return {
    Component: () => Page && <Page />,
    async load() {
      Page ??= await fetchPage();
    },
  };
}

/** Loads the scripts of the page at `path`. @returns whether one of them is missing (C-9.05) */
export async function openPage(path: string): Promise<boolean> {
  const outcomes = await Promise.allSettled(partsOf(path).map(({ load }) => load?.()));
  return outcomes.some(({ status }) => status === 'rejected');
}

function PageOrError() {
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
  const { arrival, pathname, search, hash } = useLocation();
  const sentByServer = arrival === 'document';
  useEffect(
    () => location.replace(sentByServer ? homePath() : pathname + search + hash),
    [sentByServer, pathname, search, hash],
  );
  return <LoadingScreen />;
}
