import { useEffect } from 'react';

type Place = { element: Element; index: number };

/** Keeps the focus when its element is removed: the row that takes its place gets it, else the heading above. */
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
