import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { storageOf } from '../../../browser/storage.ts';
import { pageOf, paramsOf } from '../../../paths/app-pages.ts';

/** What the address shows. A reload and Back lead to the entry of the history with the same `key` and `state`; a link begins another one. */
export type Location = Readonly<{
  pathname: string;
  search: string;
  hash: string;
  // biome-ignore lint/suspicious/noExplicitAny: each page knows what it left there
  state: any;
  key: string;
  /** "document": the server sent it. */
  arrival: 'document' | 'push' | 'replace' | 'back';
}>;

const changed = new EventTarget();
let current: Location | undefined;

export function followHistory(): void {
  show('document');
  addEventListener('popstate', () => show('back'));
}

export function currentLocation(): Location {
  if (!current) throw new Error('followHistory must be called before');
  return current;
}

export function subscribeToLocation(onChange: () => void): () => void {
  changed.addEventListener('change', onChange);
  return () => changed.removeEventListener('change', onChange);
}

/** Goes to a page of the app, and keeps `state` with its entry of the history. */
export function navigate(path: string, { replace = false, state }: { replace?: boolean; state?: unknown } = {}): void {
  const before: string[] = history.state?.before ?? [];
  const entry = { key: newKey(), state };
  if (replace) history.replaceState({ ...entry, before }, '', path);
  else history.pushState({ ...entry, before: [...before, openPage()].slice(-mostBefore) }, '', path);
  show(replace ? 'replace' : 'push');
}

/** How many pages before it an entry of the history knows. */
const mostBefore = 20;

const openPage = () => pageOf(location.pathname, location.search);

/** Goes to a list: back, where one came from there, also over other pages, so that it is as one left it. */
export function returnTo(list: string): void {
  const before: string[] = history.state?.before ?? [];
  const place = before.lastIndexOf(pageOf('', list));
  if (place >= 0) history.go(place - before.length);
  else navigate(list);
}

/** What a page left in the entry of the history that is open. */
export function stateOfEntry(): Location['state'] {
  return history.state?.state;
}

/** Adds to it, and draws nothing anew. */
export function keepInEntry(state: object): void {
  history.replaceState({ ...history.state, state: { ...stateOfEntry(), ...state } }, '');
}

function show(arrival: Location['arrival']): void {
  current = read(arrival);
  changed.dispatchEvent(new Event('change'));
}

function read(arrival: Location['arrival']): Location {
  if (history.state?.key === undefined) history.replaceState({ ...history.state, key: newKey() }, '');
  const { pathname, search, hash } = location;
  return { pathname, search, hash, state: stateOfEntry(), key: history.state.key, arrival };
}

function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

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

const prefix = 'scroll-place ';

/** The name of what is kept of a list or box, for as long as its entry of the history is there. */
export const scrollPlaceName = (what: string) => `${prefix}${currentLocation().key} ${what}`;

export function hasScrollPlace(): boolean {
  const names = storageOf('sessionStorage')?.names() ?? [];
  return names.some((name) => name.startsWith(scrollPlaceName('')));
}
