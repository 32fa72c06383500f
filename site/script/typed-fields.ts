import { typedFieldsPrefix } from '../../browser/device-store.ts';
import { storageOf } from '../../browser/storage.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type TypedField = {
  form: number;
  action: string | null;
  name: string;
  value: string;
  checked: boolean | undefined;
};
type Kept = { viewer: string; typed: TypedField[] };

const nameHere = () => typedFieldsPrefix + location.pathname + location.search;
const viewerHere = () => document.querySelector<HTMLElement>('[data-viewer]')?.dataset.viewer ?? '';
const forms = () => [...document.querySelectorAll<HTMLFormElement>('form[method=post]')];
const fieldsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Field>('textarea, select, input:not([type=hidden], [type=password], [type=file])'),
];

/** Keeps what is typed while another page stands at this address. */
export function keepTypedFields(): void {
  // The answer to a form is drawn with what was typed.
  const isAnswer = document.querySelector('[data-answer]') !== null;
  keepTyped((field) => isAnswer || isChanged(field));
}

export function keepAllTyped(): void {
  keepTyped(() => true);
}

function keepTyped(isKept: (field: Field) => boolean): void {
  const typed = forms().flatMap((form, n) => typedInto(form, n).filter(({ field }) => isKept(field)));
  if (typed.length === 0) return;
  const kept: Kept = { viewer: viewerHere(), typed: typed.map(({ field: _field, ...rest }) => rest) };
  storageOf('sessionStorage')?.setItem(nameHere(), JSON.stringify(kept));
}

/** Once, for the same person: afterwards the browser itself keeps it. @returns what was kept */
export function fillTypedFields(): TypedField[] {
  const storage = storageOf('sessionStorage');
  const kept = storage?.getItem(nameHere());
  if (!kept || document.querySelector('[data-maintenance]')) return [];
  storage?.removeItem(nameHere());
  const { viewer, typed } = JSON.parse(kept) as Kept;
  if (viewer !== viewerHere()) return [];
  fillForms(typed);
  return typed;
}

export function fillForms(typed: TypedField[]): void {
  for (const one of typed) {
    const form = forms()[one.form];
    if (!form || form.getAttribute('action') !== one.action) continue;
    for (const field of fieldsOf(form)) if (field.name === one.name) fill(field, one);
  }
}

export function typedInto(form: HTMLFormElement, n = forms().indexOf(form)) {
  return fieldsOf(form).map((field) => {
    const { name, value } = field;
    const checked = isTickable(field) ? field.checked : undefined;
    return { field, form: n, action: form.getAttribute('action'), name, value, checked };
  });
}

function fill(field: Field, { value, checked }: TypedField): void {
  if (isTickable(field)) {
    if (field.value === value) field.checked = checked === true;
  } else if (!(field instanceof HTMLSelectElement) || [...field.options].some((option) => option.value === value)) {
    field.value = value;
  }
}

export function isChanged(field: Field): boolean {
  if (isTickable(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const drawn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return field.value !== drawn?.value;
}

function isTickable(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type);
}
