import type { QueryKey } from '@tanstack/react-query';
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { changedFields } from '../../domain/conflicts/contract/fields.ts';
import { ActionButton, Button } from '../../ui/button.tsx';
import { fieldErrors } from '../core/data/call-function.ts';
import { t } from '../core/document/app-translations.ts';
import { NotSaved, useChangedFields } from './changed-fields.tsx';
import { useChange, useForm } from './form.tsx';

type Changes<Loaded, Wanted> = Partial<Wanted> & { from: ReturnType<typeof changedFields>['from'] & Partial<Loaded> };

type Options<Loaded, Typed, Wanted, Saved> = {
  loaded: Loaded;
  together?: (keyof Loaded & string)[];
  typedFrom(loaded: Loaded): Typed;
  first?: Typed;
  read(typed: Typed): Wanted;
  send(changes: Changes<Loaded, Wanted>, typed: Typed): Promise<Saved>;
  changes?: readonly QueryKey[];
  onSaved(saved: Saved): Loaded | undefined;
};

/** A form over what was loaded: only what was changed in it is sent, and what was typed stays when it cannot be saved. */
export function useEditForm<Loaded extends object, Typed extends object, Wanted extends object, Saved>({
  typedFrom,
  ...options
}: Options<Loaded, Typed, Wanted, Saved>) {
  const fields = useChangedFields(options.loaded, { together: options.together });
  const [typed, setTyped] = useState(() => options.first ?? typedFrom(fields.loaded));
  const wanted = options.read(typed);
  const save = useChange(() => options.send(fields.changesTo(wanted) as Changes<Loaded, Wanted>, typed), {
    changes: options.changes,
    onError: fields.onError,
    onSuccess: (saved) => {
      const next = options.onSaved(saved);
      if (!next) return;
      fields.begin(next);
      setTyped(typedFrom(next));
    },
  });
  const { ref, onSubmit } = useForm(save);
  const type = (change: Partial<Typed>) => {
    save.reset();
    setTyped({ ...typed, ...change });
  };
  const errors = fieldErrors(save.error);
  return {
    ...{ ref, onSubmit, save, typed, type, errors },
    loaded: fields.loaded,
    field: <Name extends keyof Typed & string>(name: Name, label: string) => ({
      ...{ label, name, value: typed[name] as string, error: errors[name] },
      onChange: ({ target }: { target: { value: string } }) => type({ [name]: target.value } as Partial<Typed>),
    }),
    apart: fields.apartFrom(wanted) as string[],
    theirs: () => typedFrom(fields.loaded),
  };
}

type EditFormProps<Typed extends object> = {
  of: Pick<ReturnType<typeof useEditForm<object, Typed, object, unknown>>, 'ref' | 'save' | 'typed' | 'type'> & {
    onSubmit(event: FormEvent<HTMLFormElement>): void;
    apart: string[];
    theirs(): Typed;
  };
  className?: string;
  notSaved: string;
  labelOf(name: keyof Typed & string): string;
  inWords?(typed: Typed): object;
  onTake?(theirs: Partial<Typed>): void;
  saved?: string;
  verb: ReactNode;
  onClose?(): void;
  children: ReactNode;
};

/** What is saved when it is left is not left by cancelling. */
const stayFocused = (event: MouseEvent) => event.preventDefault();

/** Below its fields: why it was not saved, beside what somebody else saved, or that it was; and its buttons. */
export function EditForm<Typed extends object>({ of, className = 'grid gap-6', ...props }: EditFormProps<Typed>) {
  const { ref, onSubmit, save, typed, type } = of;
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className={className}>
      {props.children}
      <NotSaved
        title={props.notSaved}
        error={save.error}
        apart={of.apart as (keyof Typed & string)[]}
        mine={typed}
        theirs={of.theirs()}
        labelOf={props.labelOf}
        inWords={props.inWords as ((typed: Typed) => Record<keyof Typed, unknown>) | undefined}
        onTake={(props.onTake ?? type) as (theirs: object) => void}
      />
      {save.isSuccess && props.saved && <p role="status">{props.saved}</p>}
      {props.onClose ? (
        <div className="flex flex-wrap gap-3">
          <Button disabled={save.isPending}>{props.verb}</Button>
          <ActionButton data-cancel="" onMouseDown={stayFocused} onClick={props.onClose}>
            {t('dialog.cancel')}
          </ActionButton>
        </div>
      ) : (
        <Button disabled={save.isPending} className="justify-self-start">
          {props.verb}
        </Button>
      )}
    </form>
  );
}
