import { type RefObject, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { storageOf } from '../browser/storage.ts';
import { useUser } from './auth/auth-provider.tsx';
import { signIn } from './auth/token.ts';

/** What stands typed in a form when inactivity signs its person out is there again when the same person comes back to it (C-4.10). */
export function useKeptForm(ref: RefObject<HTMLFormElement | null>): void {
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
      const state = signIn.current();
      if (state.status !== 'signed-out' || state.reason !== 'timeout') return;
      storage.setItem(name, JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string')));
    };
  }, [ref, uid, pathname]);
}

type Typed = [name: string, value: string][];

function fill(form: HTMLFormElement, typed: Typed): void {
  for (const [name, value] of typed) {
    const field = form.elements.namedItem(name);
    if (field && 'value' in field) field.value = value;
  }
}
