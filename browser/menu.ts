export function closeMenuOnLeave(root: Document): void {
  root.addEventListener('click', ({ target }) => {
    const menu = openMenu(root);
    if (!menu || !(target instanceof Element)) return;
    if (target.closest('a') || !menu.contains(target)) menu.open = false;
  });
  // A menu would cover what the keyboard has gone on to.
  root.addEventListener('focusin', ({ target }) => {
    const menu = openMenu(root);
    if (menu && target instanceof Element && !menu.contains(target)) menu.open = false;
  });
  root.addEventListener('keydown', ({ key }) => {
    const menu = openMenu(root);
    if (!menu || key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

/** Of a page that is about to be drawn anew. @returns opens the menu again that was open, with the focus where it was */
export function rememberMenu(root: ParentNode): () => void {
  const menu = openMenu(root);
  if (!menu) return () => {};
  const at = [...root.querySelectorAll(menus)].indexOf(menu);
  const focused = [...menu.querySelectorAll(focusable)].indexOf(document.activeElement as Element);
  return () => {
    const drawn = root.querySelectorAll<HTMLDetailsElement>(menus)[at];
    if (!drawn) return;
    drawn.open = true;
    drawn.querySelectorAll<HTMLElement>(focusable)[focused]?.focus();
  };
}

const menus = 'details[data-menu]';
const focusable = 'summary, a, button';

function openMenu(root: ParentNode) {
  return root.querySelector<HTMLDetailsElement>(`${menus}[open]`);
}
