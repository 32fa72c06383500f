import { startTransition, useEffect, useState } from 'react';
import { matchRoutes, useLocation } from 'react-router';
import { allowReload } from '../core/document/second-try.ts';
import type { OpenedPage } from './opened-page.ts';
import { routes } from './routes.tsx';

/** Loads the scripts of the page at `path`. @returns whether one of them is missing (C-9.05) */
export async function openPage(path: string): Promise<boolean> {
  const parts = matchRoutes(routes, path) ?? [];
  const outcomes = await Promise.allSettled(parts.map(({ route }) => fill(route)));
  return outcomes.some(({ status }) => status === 'rejected');
}

/** Goes to the page of the address when its scripts have come; until then the one before it stays. */
export function useOpeningPages(isFirstMissing: boolean): OpenedPage {
  const location = useLocation();
  const [page, setPage] = useState({ location, isMissing: isFirstMissing });
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

async function fill(route: (typeof routes)[number]): Promise<void> {
  if (typeof route.lazy !== 'function') return;
  Object.assign(route, await route.lazy(), { lazy: undefined });
}
