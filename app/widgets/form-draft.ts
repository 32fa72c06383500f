import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { storageOf } from '../../browser/storage.ts';
import { useUser } from '../session/auth-provider.tsx';
import { sessionStore } from '../session/session-store.ts';

/** C-4.10. Keeps what was typed through a forced sign-out, for the same account. */
export function useFormDraft(ref: RefObject<HTMLFormElement | null>): void {
  const { uid } = useUser();
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const form = ref.current;
    const storage = storageOf('sessionStorage');
    if (!form || !storage) return;
    const name = `typed ${uid} ${pathname}`;
    fill(form, JSON.parse(storage.getItem(name) ?? '[]') as Typed);
    storage.removeItem(name);
    return () => {
      const state = sessionStore.current();
      if (state.status !== 'signed-out' || !state.reason) return;
      const typed = typedIn(form);
      if (typed.length > 0) storage.setItem(name, JSON.stringify(typed));
    };
  }, [ref, uid, pathname]);
}

type Typed = [name: string, value: string][];

/** Unchanged fields may have newer values later. */
function typedIn(form: HTMLFormElement): Typed {
  return [...form.elements].flatMap((field): Typed => {
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      return field.checked && !field.defaultChecked ? [[field.name, field.value]] : [];
    }
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    return isText && field.value !== field.defaultValue ? [[field.name, field.value]] : [];
  });
}

function fill(form: HTMLFormElement, typed: Typed): void {
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name);
    if (field && 'value' in field) field.value = value;
  }
}
