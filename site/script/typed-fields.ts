import { storageOf } from '../../browser/storage.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Typed = [form: number, name: string, value: string];

const nameHere = () => `typed ${location.pathname}${location.search}`;
const forms = () => [...document.querySelectorAll<HTMLFormElement>('form[method=post]')];
const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Field>('textarea, select, input:not([type=hidden], [type=password], [type=file])'),
];

/** Keeps what is typed while another page stands at this address. */
export function keepTypedFields(): void {
  const typed = forms().flatMap((form, n) =>
    fieldsOf(form)
      .filter((field) => (isTicked(field) ? field.checked : field.value))
      .map(({ name, value }): Typed => [n, name, value]),
  );
  if (typed.length > 0) storageOf('sessionStorage')?.setItem(nameHere(), JSON.stringify(typed));
}

/** Once: afterwards the browser itself keeps it. */
export function fillTypedFields(): void {
  const storage = storageOf('sessionStorage');
  const typed = storage?.getItem(nameHere());
  if (!typed || document.querySelector('[data-maintenance]')) return;
  storage?.removeItem(nameHere());
  for (const [n, name, value] of JSON.parse(typed) as Typed[]) {
    const form = forms()[n];
    for (const field of form ? fieldsOf(form) : []) if (field.name === name) fill(field, value);
  }
}

function fill(field: Field, value: string): void {
  if (isTicked(field)) field.checked ||= field.value === value;
  else field.value = value;
}

function isTicked(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
}
