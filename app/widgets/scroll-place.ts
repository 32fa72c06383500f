import { type RefObject, useLayoutEffect, useRef } from 'react';
import { storageOf } from '../../browser/storage.ts';
import { scrollPlaceName, useLocation } from '../core/navigation/navigation.tsx';

/** `row`: the first row in sight and how far below the top it begins, because rows above it may have other heights by then. */
type Place = { page: number; box: number; row?: { id: string; top: number } };

/** Rows that come into sight get their heights within a few frames. */
const framesAtRest = 3;
const mostFrames = 60;
const actsOfReader = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** Restores the scrolling of page and `box` on Back and reload, unless the reader scrolls first. Rows with `data-row` come back to where they were. */
export function useScrollPlace(what: string, rows: number, box?: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const goal = useRef<Place>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history has a key of its own
  useLayoutEffect(() => {
    const storage = storageOf('sessionStorage');
    const name = scrollPlaceName(what);
    goal.current = JSON.parse(storage?.getItem(name) ?? 'null') ?? undefined;
    let place = goal.current;
    const look = () => {
      if (!goal.current) place = { page: scrollY, box: box?.current?.scrollTop ?? 0, ...rowInSight() };
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
    let frame = 0;
    let frames = 0;
    let atRest = 0;
    const approach = () => {
      const { current: wanted } = goal;
      if (!wanted) return;
      atRest = isAt(wanted, box?.current) ? atRest + 1 : 0;
      if (atRest === framesAtRest) goal.current = undefined;
      else if (goTo(wanted, box?.current) && ++frames < mostFrames) frame = requestAnimationFrame(approach);
    };
    approach();
    return () => cancelAnimationFrame(frame);
  }, [key, rows, box]);
}

/** @returns false while what it leads to is not there: more rows may come */
function goTo({ page, box: inBox, row }: Place, box: HTMLElement | null | undefined): boolean {
  const element = row && rowOf(row.id);
  scrollTo(0, row && element ? scrollY + element.getBoundingClientRect().top - row.top : page);
  if (box) box.scrollTop = inBox;
  return row ? element !== null : isAt({ page, box: inBox }, box);
}

function isAt({ page, box: inBox, row }: Place, box: HTMLElement | null | undefined): boolean {
  const top = row ? rowOf(row.id)?.getBoundingClientRect().top : scrollY;
  const isThere = (wanted: number, is: number | undefined) => is !== undefined && Math.abs(wanted - is) < 1;
  return isThere(row?.top ?? page, top) && isThere(inBox, box?.scrollTop ?? inBox);
}

/** Rows stand in groups (`data-rows`): to ask only the group in sight leaves the others out of layout. */
function rowInSight(): Pick<Place, 'row'> {
  if (scrollY === 0) return {};
  const group = firstBelowTop(document.querySelectorAll('[data-rows]'));
  const row = group && firstBelowTop(group.querySelectorAll<HTMLElement>('[data-row]'));
  return row ? { row: { id: row.dataset.row ?? '', top: row.getBoundingClientRect().top } } : {};
}

function firstBelowTop<Found extends Element>(elements: NodeListOf<Found>): Found | undefined {
  let [first, last] = [0, elements.length];
  while (first < last) {
    const middle = (first + last) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? 0) > 0) last = middle;
    else first = middle + 1;
  }
  return elements[first];
}

function rowOf(id: string): Element | null {
  return document.querySelector(`[data-row="${CSS.escape(id)}"]`);
}
