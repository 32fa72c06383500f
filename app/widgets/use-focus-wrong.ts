import { type RefObject, useEffect, useRef } from 'react';
import { fieldErrors } from '../core/data/function-error.ts';

type WrongFields = { form: RefObject<HTMLFormElement | null>; errors: ReturnType<typeof fieldErrors> };

/** What is wrong with each field; the first of the form gets the focus after a refusal: it may stand where nobody looks. */
export function useFocusWrong(error: unknown): WrongFields {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return { form, errors: fieldErrors(error) };
}
