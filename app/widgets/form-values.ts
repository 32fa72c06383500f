import type { FormEvent } from 'react';

export function formValues(event: FormEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(typed);
}
