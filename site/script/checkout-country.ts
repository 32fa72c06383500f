import { isOfAnother } from '../../browser/server-away.ts';
import { fillForms, isChanged, keepAllTyped, type TypedField, typedInto } from './typed-fields.ts';

/** Draws the checkout anew at once for the country that is chosen. @param kept what was typed into the checkout of that country before */
export function followCountry(kept: TypedField[]): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) showCountry(target);
  });
  // The browser puts nothing back into what a script has drawn.
  addEventListener('pagehide', () => isDrawn && keepAllTyped());
  document.addEventListener('submit', () => {
    isDrawn = false;
  });
  document.body.append(status);
  // Only now the browser has put back what was chosen here before.
  addEventListener('pageshow', showChosen, { once: true });
  function showChosen() {
    const select = document.querySelector<HTMLSelectElement>('select[name=country]');
    if (select && isChanged(select)) showCountry(select, kept);
  }
}

let asking: AbortController | undefined;
/** Whether a script drew what is shown, and nothing of it was sent since. */
let isDrawn = false;
/** Outside of what is drawn anew: only what changes in a part that stays is read out. */
const status = Object.assign(document.createElement('p'), { className: 'sr-only', role: 'status' });

async function showCountry({ name, form }: HTMLSelectElement, kept: TypedField[] = []): Promise<void> {
  const button = form?.querySelector('button[name=step][value=country]');
  if (name !== 'country' || !form || !button) return;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const fields = new FormData(form) as unknown as Iterable<[string, string]>;
  const body = new URLSearchParams([...fields, ['step', 'country']]);
  const summary = form.lastElementChild;
  sayOfTotal();
  summary?.setAttribute('aria-busy', 'true');
  const patience = setTimeout(sayOfTotal, 1000, 'asking');
  const main = await fetch(form.action, { method: 'POST', body, signal }).then(readMain, () => undefined);
  clearTimeout(patience);
  if (signal.aborted) return;
  if (!main) {
    summary?.removeAttribute('aria-busy');
    sayOfTotal('failed');
    // The button asks once more, by leaving the page.
    return button.parentElement?.removeAttribute('class');
  }
  const typed = [...typedInto(form), ...kept].filter(({ name }) => name !== 'country');
  const focused = document.activeElement;
  const top = focused?.getBoundingClientRect().top ?? 0;
  document.querySelector('main')?.replaceWith(main);
  fillForms(typed);
  isDrawn = true;
  status.textContent = document.querySelector<HTMLElement>('[data-changed]')?.dataset.changed ?? '';
  const again = focused?.id && document.getElementById(focused.id);
  if (!again) return;
  again.focus({ preventScroll: true });
  scrollBy(0, again.getBoundingClientRect().top - top);
}

function sayOfTotal(what: 'asking' | 'failed' | '' = ''): void {
  const line = document.querySelector<HTMLElement>('[data-asking]');
  if (line) status.textContent = line.textContent = line.dataset[what] ?? '';
}

async function readMain(answer: Response): Promise<Element | null | undefined> {
  const html = await answer.text().catch(() => undefined);
  if (html === undefined || isOfAnother(answer)) return undefined;
  return new DOMParser().parseFromString(html, 'text/html').querySelector('main');
}
