import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { newIdempotencyKey } from '../../browser/idempotency-key.ts';
import { passwordProblems } from '../../domain/accounts/contract/password-problems.ts';
import type { MessageDescriptor } from '../../language/create-translations.ts';
import { Alert } from '../../ui/alert.tsx';
import { ActionButton, Button } from '../../ui/button.tsx';
import { fieldErrors } from '../core/data/call-function.ts';
import { queryClient } from '../core/data/query-client.ts';
import { t } from '../core/document/app-translations.ts';
import { AuthError } from '../core/session/auth-errors.ts';
import { type FormDraft, RestoredDraft, useFormDraft } from './drafted.tsx';

export type FieldValues = Record<string, string>;

type Sending<Input> = { mutate: (input: Input) => void; error: Error | null };

type Options = {
  draft?: FormDraft | undefined;
  error?: Error | null;
};

type Reads<Input> =
  | { read(values: FieldValues): Input; schema?: undefined }
  | { read?(values: FieldValues): unknown; schema: z.ZodType<Input> };

export type FormState = {
  ref: RefObject<HTMLFormElement | null>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  errors: FormErrors;
  field(name: string): { name: string; error: string | undefined };
  failure: Error | null;
  draft: FormDraft | undefined;
};

type FormErrors = Record<string, string | undefined>;

/** A form that sends its values by `change`. With a schema it is checked before, also without network. */
function useForm(change: Sending<FieldValues> | Sending<void>, options?: Options): FormState;
function useForm<Input>(change: Sending<Input>, options: Options & Reads<Input>): FormState;
function useForm<Input>(
  change: Sending<Input>,
  { draft, error = change.error, read, schema }: Options & Partial<Reads<Input>> = {},
): FormState {
  const ref = useRef<HTMLFormElement>(null);
  useFormDraft(ref, draft);
  const [refused, setRefused] = useState<FormErrors>({});
  const said = errorsOf(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refusal anew.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [error, refused]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = formValues(event.currentTarget);
    const input = read ? read(values) : values;
    const checked = schema?.safeParse(input);
    const issues = checked?.error?.issues ?? [];
    setRefused(Object.fromEntries(issues.flatMap((issue) => byField(issue.path, issueInWords(issue)))));
    if (issues.length === 0) change.mutate((checked ? checked.data : input) as Input);
  };
  const errors = { ...said, ...refused };
  const field = (name: string) => ({ name, error: errors[name] });
  return { ref, onSubmit, errors, field, failure: Object.keys(said).length > 0 ? null : error, draft };
}

export { useForm };

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & { of: FormState; notSent?: string };

/** With a draft that came back, and what is wrong with no field, above the first one. @param props.notSent is its title */
export function Form({ of, notSent, children, ...props }: FormProps) {
  return (
    <form className="grid gap-4" {...props} ref={of.ref} onSubmit={of.onSubmit}>
      {of.draft && <RestoredDraft of={of.draft} />}
      <Failure error={of.failure} title={notSent} />
      {children}
    </form>
  );
}

export function Failure({ error, title }: { error: Error | null; title?: string | undefined }) {
  return (
    error && (
      <Alert tone="error" title={title}>
        {error.message}
      </Alert>
    )
  );
}

type SubmitProps = ComponentProps<typeof Button> & { of: { isPending: boolean }; busy?: string };

export function Submit({ of: { isPending }, busy, children, ...props }: SubmitProps) {
  return (
    <Button disabled={isPending} {...props}>
      {isPending && busy ? busy : children}
    </Button>
  );
}

type ChangeButtonProps = ComponentProps<typeof ActionButton> & { of: { isPending: boolean; mutate(): void } };

export function ChangeButton({ of, ...props }: ChangeButtonProps) {
  return <ActionButton disabled={of.isPending} onClick={() => of.mutate()} {...props} />;
}

export function formValues(form: HTMLFormElement): FieldValues {
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(typed);
}

/** A schema's message is a key; the broken limit is the text's only parameter. */
export function issueInWords(issue: { message: string }): string {
  return t.say({ key: issue.message, params: issue } as unknown as MessageDescriptor);
}

function errorsOf(error: Error | null): FormErrors {
  if (error instanceof AuthError) return errorsOfAccount(error);
  return Object.fromEntries(
    Object.entries(fieldErrors(error)).flatMap(([path, said]) => byField(path.split('.'), said)),
  );
}

/** By the whole path, and by the field that it stands in; a detail is a field of its own. */
function byField(path: PropertyKey[], said: string | undefined) {
  const field = String(path[0] === 'facts' ? path[1] : path[0]);
  return [
    [field, said],
    [path.join('.'), said],
  ];
}

function errorsOfAccount({ code, message }: AuthError): FormErrors {
  if (code === 'invalid-name') return { name: message };
  if (code === 'invalid-email' || code === 'same-email') return { email: message };
  const ofPassword = ['weak-password', 'wrong-sign-up-password', ...passwordProblems].some((each) => each === code);
  return ofPassword ? { password: message } : {};
}

export type Changes = {
  changes?: readonly QueryKey[];
  always?: boolean;
};

type ChangeOptions<Input, Output> = Changes & {
  onSuccess?(output: Output, input: Input): unknown;
  onError?(error: Error, input: Input): unknown;
};

export const readAnew = (changes: Changes['changes'] = []) =>
  Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** A call that changes something. It is over when what it changes was read anew. */
export function useChange<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  { changes, always = false, ...then }: ChangeOptions<Input, Output> = {},
) {
  return useMutation({
    mutationFn: async (input: Input) => {
      if (always) return act(input).finally(() => readAnew(changes));
      const output = await act(input);
      await readAnew(changes);
      return output;
    },
    ...then,
  });
}

/** The same details sent again have the same key, and are sent once. */
export function useKeyOf(): (details: object) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (details) => {
    const words = JSON.stringify(details);
    const key = keys.get(words) ?? newIdempotencyKey();
    keys.set(words, key);
    return key;
  };
}
