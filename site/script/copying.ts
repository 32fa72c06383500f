/** Shows the buttons of PageCopyButton where the browser can copy. @param byHand what is done where it is refused */
export function offerCopying(buttons: Iterable<HTMLButtonElement>, byHand: (button: HTMLButtonElement) => void): void {
  if (!navigator.clipboard) return;
  for (const button of buttons) {
    const label = button.textContent;
    const say = (words: string) => {
      button.textContent = words || label;
      if (button.nextElementSibling) button.nextElementSibling.textContent = words;
    };
    button.hidden = false;
    button.onclick = () =>
      navigator.clipboard.writeText(button.dataset.copy ?? addressOfPage()).then(
        () => {
          dispatchEvent(new Event('copied'));
          say(button.dataset.copied ?? '');
        },
        () => byHand(button),
      );
    // Only what was copied last is on the clipboard.
    addEventListener('copied', () => say(''));
  }
}

export const addressOfPage = () => location.origin + location.pathname;

export function select(element: Node | null | undefined): void {
  if (element) getSelection()?.selectAllChildren(element);
}
