import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { paramsOf } from '../../../paths/app-pages.ts';
import { currentLocation, type Location, navigate } from './history.ts';

/** What is shown: the page of `location`, which is that of the address unless its scripts are still on their way. */
export type OpenedPage = { location: Location; isMissing: boolean; isLoadingNext: boolean };

export const OpenedPageContext = createContext<OpenedPage | null>(null);

export function useOpenedPage(): OpenedPage {
  const page = useContext(OpenedPageContext);
  if (!page) throw new Error('useOpenedPage must be used within the app');
  return page;
}

/** A dialog over the page is drawn outside of it. */
export function useLocation(): Location {
  return useContext(OpenedPageContext)?.location ?? currentLocation();
}

export function useParams(): Partial<Record<string, string>> {
  const { pathname } = useLocation();
  return useMemo(() => paramsOf(pathname), [pathname]);
}

export function useSearchParams(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

const OutletContext = createContext<ReactNode>(null);

/** Draws the part of the page that is within this one. */
export function Outlet(): ReactNode {
  return useContext(OutletContext);
}

/** Parts of a page, from the outside in. One that is drawn anew draws none of those within it anew. */
export function nest(parts: readonly ComponentType[]): ReactNode {
  let within: ReactNode = null;
  for (const Part of parts.toReversed()) {
    within = (
      <OutletContext value={within}>
        <Part />
      </OutletContext>
    );
  }
  return within;
}

export function Redirect({ to }: { to: string }): ReactNode {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
