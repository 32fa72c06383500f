import { createContext, useContext } from 'react';
import type { Location } from 'react-router';

/** What is shown: the page of `location`, which is that of the address unless its scripts are still on their way. */
export type OpenedPage = { location: Location; isMissing: boolean; isLoadingNext: boolean };

export const OpenedPageContext = createContext<OpenedPage | null>(null);

export function useOpenedPage(): OpenedPage {
  const page = useContext(OpenedPageContext);
  if (!page) throw new Error('useOpenedPage must be used within the app');
  return page;
}
