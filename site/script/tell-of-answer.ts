let told: string | undefined;
let watching: IntersectionObserver | undefined;

const newestIn = (thread?: HTMLElement | null) =>
  [...(thread?.querySelectorAll<HTMLElement>('.theirs[data-unseen]') ?? [])].at(-1)?.dataset.unseen;

/** What stands on the page when it opens is no news. */
export function rememberTold(thread: HTMLElement): void {
  told = newestIn(thread);
}

export function untoldAnswer(thread?: HTMLElement | null): boolean {
  const newest = newestIn(thread);
  return newest !== undefined && newest !== told;
}

/** Says once that there is an answer. While the answer is out of sight, the line that says so is in sight and leads to it. */
export function tellOfAnswer(thread: HTMLElement): void {
  const line = document.querySelector<HTMLElement>('[data-tells]');
  const answer = [...thread.querySelectorAll('.theirs')].at(-1);
  const isNew = untoldAnswer(thread);
  if (!line || !answer || !(isNew || line.querySelector('a'))) return;
  told = newestIn(thread) ?? told;
  watching?.disconnect();
  answer.id = 'answer';
  watching = new IntersectionObserver(([entry]) => {
    const isInSight = entry?.isIntersecting;
    const link = line.querySelector('a');
    line.className = isInSight ? 'sr-only' : 'answered';
    if (isInSight) {
      watching?.disconnect();
      if (link) link.remove();
      else line.textContent = line.dataset.tells ?? '';
    } else if (!link || isNew) line.replaceChildren(linkTo(line.dataset.tells ?? ''));
  });
  watching.observe(answer);
}

function linkTo(words: string): HTMLElement {
  const link = document.createElement('a');
  Object.assign(link, { href: '#answer', className: 'button button-primary', textContent: words });
  return link;
}
