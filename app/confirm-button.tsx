import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

type ConfirmButtonProps = {
  label: string;
  variant: 'secondary' | 'danger';
  question: string;
  /** What will happen, in words. */
  children: ReactNode;
  /** The words of the button that does it. */
  verb: string;
  deed(): Promise<unknown>;
};

/** A button for what cannot easily be undone: asks first, in a dialog that Escape and “Cancel” close. */
export function ConfirmButton({ label, variant, question, children, verb, deed }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const does = useMutation({ mutationFn: deed, onSuccess: () => dialog.current?.close() });
  return (
    <>
      <Button
        type="button"
        variant={variant}
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={titleId}
        className="m-auto w-[min(100%-2rem,30rem)] rounded-card border-2 border-line bg-card p-6 text-ink backdrop:bg-[#17202e99]"
      >
        <div className="grid gap-4">
          <h2 id={titleId} className="wrap-anywhere">
            {question}
          </h2>
          {children}
          {does.error && <Notice tone="error">{does.error.message}</Notice>}
          <div className="flex flex-wrap justify-end gap-3">
            <Button type="button" variant="secondary" onClick={() => dialog.current?.close()}>
              Cancel
            </Button>
            <Button type="button" variant="danger" disabled={does.isPending} onClick={() => does.mutate()}>
              {verb}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
