/** What the owner asks for is opened by the link beside it, also where the browser does not open it. */
export function openPictureForm(root: Document): void {
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[href="#send-picture"]'))
      root.querySelector('#send-picture')?.closest('details')?.setAttribute('open', '');
  });
}
