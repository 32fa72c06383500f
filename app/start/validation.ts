import { t } from './words.ts';

/** The browser says what is wrong with a field in its own language; the page says it in its. */
export function explainFields(root: Document): void {
  root.addEventListener(
    'invalid',
    ({ target }) => {
      if (!isField(target)) return;
      const { valueMissing, typeMismatch } = target.validity;
      if (valueMissing) target.setCustomValidity(t('form.missing'));
      else if (typeMismatch) target.setCustomValidity(t('form.noEmail'));
    },
    true,
  );
  // What was said holds until something is typed.
  root.addEventListener('input', ({ target }) => {
    if (isField(target)) target.setCustomValidity('');
  });
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
