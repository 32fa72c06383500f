/** Puts what stands around the thread where a page with the answer has it, folded. What is typed, and where it is typed, stays. */
export function arrangeParts(page: Document): void {
  const words = wordsForm(page);
  const shownWords = wordsForm(document);
  const links = document.querySelector('[data-links]');
  if (!words || !shownWords || !links) return;
  const focused = document.activeElement as HTMLElement | null;
  const top = focused?.getBoundingClientRect().top ?? 0;
  for (const part of page.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) {
    const shown = document.querySelector<HTMLElement>(`[data-fold=${part.dataset.fold}]`);
    if (!shown) continue;
    const isFirst = part.compareDocumentPosition(words) & Node.DOCUMENT_POSITION_FOLLOWING;
    const before = isFirst ? shownWords : links;
    const arranged = shown instanceof HTMLDetailsElement ? shown : folded(part, shown);
    arranged.open ||= part.open;
    before.before(arranged);
  }
  if (!focused || focused === document.body) return;
  focused.focus({ preventScroll: true });
  scrollBy(0, focused.getBoundingClientRect().top - top);
}

const wordsForm = (page: Document) => page.querySelector('.found > form[data-keep^=conversation-]');

/** The same with its heading as summary. It stays open while somebody types in it. */
function folded(part: HTMLDetailsElement, shown: HTMLElement): HTMLDetailsElement {
  const [heading, ...content] = shown.children;
  part.open ||= shown.contains(document.activeElement);
  part.replaceChildren(part.firstElementChild ?? '', ...content);
  heading?.remove();
  shown.remove();
  return part;
}
