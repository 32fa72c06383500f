import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { storageOf } from '../../browser/storage.ts';

type Place = { page: number; box: number };

const prefix = 'scroll-place ';
const actsOfReader = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

export function hasScrollPlace(): boolean {
  const names = storageOf('sessionStorage')?.names() ?? [];
  return names.some((name) => name.startsWith(nameOfEntry()));
}

/** Restores the scrolling of page and `box` on Back and reload, unless the reader scrolls first. */
export function useScrollPlace(what: string, rows: number, box?: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const goal = useRef<Place>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has a key of its own
  useLayoutEffect(() => {
    const storage = storageOf('sessionStorage');
    const name = nameOfEntry() + what;
    goal.current = JSON.parse(storage?.getItem(name) ?? 'null') ?? undefined;
    let place = goal.current;
    const look = () => {
      if (!goal.current) place = { page: scrollY, box: box?.current?.scrollTop ?? 0 };
    };
    const giveUp = () => {
      goal.current = undefined;
    };
    const save = () => place && storage?.setItem(name, JSON.stringify(place));
    addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('pagehide', save);
    for (const act of actsOfReader) addEventListener(act, giveUp, { passive: true });
    return () => {
      save();
      removeEventListener('scroll', look, { capture: true });
      removeEventListener('pagehide', save);
      for (const act of actsOfReader) removeEventListener(act, giveUp);
    };
  }, [key, what, box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows make room to scroll
  useLayoutEffect(() => {
    if (!goal.current) return;
    const { page, box: inBox } = goal.current;
    scrollTo(0, page);
    if (box?.current) box.current.scrollTop = inBox;
    const isThere = (wanted: number, is: number) => Math.abs(wanted - is) < 2;
    if (isThere(page, scrollY) && isThere(inBox, box?.current?.scrollTop ?? inBox)) goal.current = undefined;
  }, [key, rows, box]);
}

/** A reload and Back lead to the same entry; a link to the same page begins another. */
function nameOfEntry(): string {
  const { entry = crypto.getRandomValues(new Uint32Array(2)).join('-'), ...state } = history.state ?? {};
  if (history.state?.entry === undefined) history.replaceState({ ...state, entry }, '');
  return `${prefix}${entry} `;
}
