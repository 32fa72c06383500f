import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { signInPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAuth } from '../session/auth-provider.tsx';
import { formValues } from '../widgets/form-values.ts';
import { EntryCard } from './entry-card.tsx';

/** After signing up, or signing in too early: the link is in the mail, and can be sent once more. */
export function CheckMail() {
  const { sendEmailVerification } = useAuth();
  const { email: known, justSent } = (useLocation().state ?? {}) as { email?: string; justSent?: true };
  const send = useMutation({
    mutationFn: ({ email = known ?? '' }: Record<string, string>) => sendEmailVerification({ email }),
  });

  return (
    <EntryCard title="Check your mail">
      {justSent ? (
        <p>
          We sent a mail to <strong className="wrap-anywhere">{known}</strong>. It says how to go on. It can take a
          minute, and may land among the spam.
        </p>
      ) : (
        <p>
          Before you can sign in, confirm {known ? <strong className="wrap-anywhere">{known}</strong> : 'your address'}{' '}
          with the link in our mail. It came when you signed up and works for a day; a new one can be sent.
        </p>
      )}
      {send.isSuccess && <Notice tone="success">A new link is on its way, if this address waits for one.</Notice>}
      {send.error && <Notice tone="error">{send.error.message}</Notice>}
      <form onSubmit={(event) => send.mutate(formValues(event))} className="grid gap-4">
        {!known && <TextField label="Email" name="email" type="email" autoComplete="username" required />}
        <Button variant="secondary" disabled={send.isPending}>
          Send the mail again
        </Button>
      </form>
      <a className="inline-flex min-h-12 items-center" href={signInPath()}>
        Back to signing in
      </a>
    </EntryCard>
  );
}
