import { type RefObject, useEffect, useRef } from 'react';

/** The form whose first wrong field gets the focus after a refusal: it may stand where nobody looks. */
export function useFocusWrong(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return form;
}
