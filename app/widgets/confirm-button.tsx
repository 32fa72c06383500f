import { type ReactNode, useId, useRef } from 'react';
import { ActionButton } from '../../ui/button.tsx';
import { t } from '../core/document/app-translations.ts';
import {
  type Changes,
  Failure,
  type FieldValues,
  type FormState,
  readAnew,
  Submit,
  useChange,
  useForm,
} from './form.tsx';

type ConfirmButtonProps = Changes & {
  label: string;
  variant?: 'primary' | 'secondary' | 'danger';
  question: string;
  text?: string;
  children?: ReactNode;
  fields?(form: Pick<FormState, 'errors' | 'field'>): ReactNode;
  onOpen?(): void;
  verb?: string;
  /** Of the button that does nothing, where “Cancel” could be the deed. */
  keep?: string;
  verbVariant?: 'danger' | 'primary';
  action(typed: FieldValues): Promise<unknown>;
};

/** A button that asks first. Closing the dialog discards what was typed. What was refused is read anew only then: the button may go away with it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, variant = 'secondary', question, text, children, fields, onOpen } = props;
  const { verb = label, verbVariant = 'danger' } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const does = useChange(props.action, {
    changes: props.changes,
    onSuccess: () => dialog.current?.close(),
  });
  const form = useForm(does);
  const forget = () => {
    form.ref.current?.reset();
    if (props.always && does.error) void readAnew(props.changes);
    does.reset();
  };
  return (
    <>
      <ActionButton
        variant={variant}
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => {
          onOpen?.();
          dialog.current?.showModal();
          // The focus goes to a button below what is asked.
          dialog.current?.scrollTo(0, 0);
        }}
      >
        {label}
      </ActionButton>
      <dialog
        ref={dialog}
        aria-labelledby={titleId}
        onClose={forget}
        className="m-auto w-[min(100%-2rem,30rem)] rounded-card border-2 border-line bg-card p-6 text-ink backdrop:bg-[#17202e99]"
      >
        <form ref={form.ref} onSubmit={form.onSubmit} className="grid gap-4">
          <h2 id={titleId} className="wrap-anywhere">
            {question}
          </h2>
          {text && <p>{text}</p>}
          {children}
          {fields?.(form)}
          <Failure error={fields ? form.failure : does.error} />
          <div className="flex flex-wrap justify-end gap-3">
            <ActionButton onClick={() => dialog.current?.close()}>{props.keep ?? t('dialog.cancel')}</ActionButton>
            <Submit of={does} variant={verbVariant}>
              {verb}
            </Submit>
          </div>
        </form>
      </dialog>
    </>
  );
}
