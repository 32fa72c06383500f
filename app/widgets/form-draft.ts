import { type RefObject, useLayoutEffect } from 'react';
import { storageOf } from '../../browser/storage.ts';
import { useLocation } from '../core/navigation/opened-page.tsx';
import { useAuth } from '../core/session/auth-provider.tsx';
import { sessionStore } from '../core/session/session-store.ts';

const keeps = 'keep-typed';

export function saveTypedValues(): void {
  dispatchEvent(new Event(keeps));
}

/** Keeps what is typed through a sign-out that nobody asked for (C-4.10), or another theme. Several forms of one page need names. */
export function useFormDraft(ref: RefObject<HTMLFormElement | null>, isKept: boolean): void {
  const uid = useAuth().user?.uid;
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const form = ref.current;
    const storage = storageOf('sessionStorage');
    if (!isKept || !uid || !form || !storage) return;
    const name = `typed ${uid} ${pathname} ${form.getAttribute('name') ?? ''}`;
    fill(form, JSON.parse(storage.getItem(name) ?? '[]') as Typed);
    storage.removeItem(name);
    const keep = () => {
      const typed = typedIn(form);
      if (typed.length > 0) storage.setItem(name, JSON.stringify(typed));
    };
    addEventListener(keeps, keep);
    return () => {
      removeEventListener(keeps, keep);
      const state = sessionStore.current();
      if (state.status === 'signed-out' && state.reason) keep();
    };
  }, [ref, isKept, uid, pathname]);
}

type Typed = [name: string, value: string][];

/** Only what the person changed: the rest was read, and may be another by then. */
function typedIn(form: HTMLFormElement): Typed {
  return [...form.elements].flatMap((field): Typed => {
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      return field.checked && !field.defaultChecked ? [[field.name, field.value]] : [];
    }
    if (isCheckbox(field)) {
      return field.checked !== field.defaultChecked ? [[field.name, field.checked ? field.value : '']] : [];
    }
    if (field instanceof HTMLSelectElement) {
      return field.selectedOptions[0]?.defaultSelected === false ? [[field.name, field.value]] : [];
    }
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    return isText && field.value !== field.defaultValue ? [[field.name, field.value]] : [];
  });
}

function fill(form: HTMLFormElement, typed: Typed): void {
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name);
    if (isCheckbox(field)) field.checked = value !== '';
    else if (field && 'value' in field) field.value = value;
  }
}

function isCheckbox(field: unknown): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox';
}
