import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { MessageDescriptor } from '../../language/create-translations.ts';
import { fieldErrors } from '../core/data/function-error.ts';
import { t } from '../core/document/app-translations.ts';
import { useFormDraft } from './form-draft.ts';

type Errors = Record<string, string | undefined>;

/** A form that is checked before it is sent, also without network. Its first wrong field gets the focus. @param error of the last sending */
export function useCheckedForm<Schema extends z.ZodType>(schema: Schema, error: Error | null) {
  const form = useRef<HTMLFormElement>(null);
  useFormDraft(form);
  const [refused, setRefused] = useState<Errors>({});
  const said = Object.entries(fieldErrors(error)).map(([path, words]) => [fieldOf(path.split('.')), words]);
  const errors: Errors = { ...Object.fromEntries(said), ...refused };
  const wrong = Object.keys(errors).join();
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);

  const check = (typed: unknown): z.output<Schema> | undefined => {
    const parsed = schema.safeParse(typed);
    const issues = parsed.error?.issues ?? [];
    setRefused(Object.fromEntries(issues.map((issue) => [fieldOf(issue.path), issueInWords(issue)])));
    return parsed.data;
  };
  /** What is wrong with no field. */
  const failure = said.length > 0 ? null : error;
  return { form, errors, failure, check };
}

/** Facts stand in a field of their own. */
function fieldOf(path: PropertyKey[]): string {
  return String(path[0] === 'facts' ? path[1] : path[0]);
}

/** A schema's message is a key; the broken limit is the text's only parameter. */
export function issueInWords(issue: { message: string }): string {
  return t.say({ key: issue.message, params: issue } as unknown as MessageDescriptor);
}
