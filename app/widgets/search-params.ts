import { useCallback, useEffect, useState } from 'react';
import { navigate, stateOfEntry, useLocation, useSearchParams } from '../core/navigation/navigation.tsx';

type Changed = Record<string, string | boolean | undefined>;

/** The parameters of the page's address, and how some are changed in the same entry of the history. An empty one goes. */
export function useChangingParams(): [URLSearchParams, (changed: Changed, state?: unknown) => void] {
  const { pathname, search } = useLocation();
  const params = useSearchParams();
  const change = useCallback(
    // The entry of the history keeps what a page put there.
    (changed: Changed, state: unknown = stateOfEntry()) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changed)) {
        next.delete(name);
        if (value) next.set(name, value === true ? 'yes' : value);
      }
      navigate(`${pathname}${next.size ? `?${next}` : ''}`, { replace: true, state });
    },
    [pathname, search],
  );
  return [params, change];
}

const pauseMs = 250;

/** What is being typed into a search. It is asked for after a pause. */
export function useTypedSearch(searched: string, onSearch: (change: { search: string }) => void) {
  const [typed, setTyped] = useState(searched);
  useEffect(() => {
    const timer = setTimeout(() => typed.trim() !== searched && onSearch({ search: typed.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, searched, onSearch]);
  return [typed, setTyped] as const;
}
