import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSignInPath } from '../data/use-maintenance.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { formValues } from '../widgets/form-values.ts';
import { EntryCard } from './entry-card.tsx';
import { fieldOfError } from './field-of-error.ts';

export function RequestReset() {
  const { resetPassword } = useAuth();
  const ask = useMutation({ mutationFn: ({ email = '' }: Record<string, string>) => resetPassword(email) });
  const signInPath = useSignInPath();
  const errors = fieldOfError(ask.error);

  return (
    <EntryCard title="Set a new password">
      <p>Write the address you signed up with. We send you a link to set a new password; it works for an hour.</p>
      {ask.isSuccess && (
        <Notice tone="success" title="Check your mail">
          If <span className="wrap-anywhere">{ask.variables.email}</span> has an account, the link is on its way.
        </Notice>
      )}
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      <form onSubmit={(event) => ask.mutate(formValues(event))} className="grid gap-4">
        <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors.email} />
        <Button disabled={ask.isPending}>{ask.isPending ? 'Sending…' : 'Send me the link'}</Button>
      </form>
      <a className="inline-flex min-h-12 items-center" href={signInPath}>
        Back to signing in
      </a>
    </EntryCard>
  );
}
