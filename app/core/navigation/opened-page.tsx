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

export const PartsContext = createContext<readonly ComponentType[]>([]);

/** Draws the next part of the page, from the outside in. */
export function Outlet(): ReactNode {
  const [Part, ...within] = useContext(PartsContext);
  return (
    Part && (
      <PartsContext value={within}>
        <Part />
      </PartsContext>
    )
  );
}

export function Redirect({ to }: { to: string }): ReactNode {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
