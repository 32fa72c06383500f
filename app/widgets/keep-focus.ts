import { useEffect } from 'react';

type Place = { element: Element; index: number };

/**
 * Keeps the focus when the element that has it is removed, such as a button with its row. The row that takes its place gets the focus, else the
 * heading above: pressing Enter again then does nothing.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Place[] = [];
    const focus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? placesOf(target) : [];
    };
    const forget = () => {
      last = [];
    };
    const keep = () => {
      if (!last[0] || last[0].element.isConnected || document.activeElement !== document.body) return;
      const kept = last.findIndex(({ element }) => element.isConnected);
      const next = nextOf(last[kept]?.element, last[kept - 1]?.index ?? 0);
      if (!next) return;
      if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
      next.focus();
    };
    const removals = new MutationObserver(keep);
    removals.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', focus);
    document.addEventListener('pointerdown', forget);
    return () => {
      removals.disconnect();
      document.removeEventListener('focusin', focus);
      document.removeEventListener('pointerdown', forget);
    };
  }, []);
}

/** The element and all around it, each with its place among its siblings. */
function placesOf(target: Element): Place[] {
  const places: Place[] = [];
  for (let element: Element | null = target; element; element = element.parentElement)
    places.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return places;
}

function nextOf(around: Element | undefined, index: number): HTMLElement | null | undefined {
  if (around?.matches('tbody, ul, ol') && around.lastElementChild)
    return (around.children[index] ?? around.lastElementChild) as HTMLElement;
  const part = around?.closest<HTMLElement>('tr, li, section:has(h2), main') ?? document.querySelector('main');
  if (part?.matches('tr, li')) return part;
  return part?.querySelector<HTMLElement>(part.matches('main') ? 'h1' : 'h2');
}
