/** C-2.13. */
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

function openMenu(root: Document) {
  return root.querySelector<HTMLDetailsElement>('details[data-menu][open]');
}
