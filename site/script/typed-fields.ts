import { typedFieldsPrefix } from '../../browser/device-store.ts';
import { storageOf } from '../../browser/storage.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Typed = { form: number; action: string | null; name: string; value: string; checked: boolean | undefined };
type Kept = { viewer: string; typed: Typed[] };

const nameOf = ({ pathname, search }: Location | URL) => typedFieldsPrefix + pathname + search;
const viewerHere = () => document.querySelector<HTMLElement>('[data-viewer]')?.dataset.viewer ?? '';
const forms = () => [...document.querySelectorAll<HTMLFormElement>('form[method=post]')];
const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Field>('textarea, select, input:not([type=hidden], [type=password], [type=file])'),
];

/** Keeps what is typed while another page stands at this address. */
export function keepTypedFields(): void {
  // The answer to a form is drawn with what was typed.
  const isAnswer = document.querySelector('[data-answer]') !== null;
  const typed = forms().flatMap((form, n) =>
    fieldsOf(form)
      .filter((field) => isAnswer || isChanged(field))
      .map((field): Typed => {
        const { name, value } = field;
        const checked = isTickable(field) ? field.checked : undefined;
        return { form: n, action: form.getAttribute('action'), name, value, checked };
      }),
  );
  if (typed.length > 0) keep(nameOf(location), typed);
}

function keep(name: string, typed: Typed[]): void {
  const kept: Kept = { viewer: viewerHere(), typed };
  storageOf('sessionStorage')?.setItem(name, JSON.stringify(kept));
}

/** Once, for the same person: afterwards the browser itself keeps it. */
export function fillTypedFields(): void {
  const storage = storageOf('sessionStorage');
  const kept = storage?.getItem(nameOf(location));
  if (!kept || document.querySelector('[data-maintenance]')) return;
  storage?.removeItem(nameOf(location));
  const { viewer, typed } = JSON.parse(kept) as Kept;
  if (viewer !== viewerHere()) return;
  for (const one of typed) {
    const form = forms()[one.form];
    if (!form || form.getAttribute('action') !== one.action) continue;
    for (const field of fieldsOf(form)) if (field.name === one.name) fill(field, one);
  }
  askForCountry(typed);
}

/** The checkout is another form in another country: what is still to be filled in waits for it. */
function askForCountry(typed: Typed[]): void {
  const button = document.querySelector<HTMLButtonElement>('button[name=step][value=country]');
  const select = button?.form?.querySelector<HTMLSelectElement>('select[name=country]');
  if (!button?.form || !select || !typed.some(({ name }) => name === select.name) || !isChanged(select)) return;
  keep(
    nameOf(new URL(button.form.action)),
    typed.filter(({ name }) => name !== select.name),
  );
  button.form.requestSubmit(button);
}

function fill(field: Field, { value, checked }: Typed): void {
  if (isTickable(field)) {
    if (field.value === value) field.checked = checked === true;
  } else if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)) {
    field.value = value;
  }
}

function isChanged(field: Field): boolean {
  if (isTickable(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const drawn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return field.value !== drawn?.value;
}

function isTickable(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
}
