import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { resetPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { useUser } from '../session/auth-provider.tsx';
import { formValues } from '../widgets/form-values.ts';
import { sessionsQuery } from './sessions.tsx';

/** Asks for the old password, so that whoever borrows the device cannot take the account. */
export function ChangePassword() {
  const { email } = useUser();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: ({ currentPassword = '', newPassword = '' }: Record<string, string>) =>
      callFunction('changePassword', { currentPassword, newPassword }),
    onSuccess: () => {
      form.current?.reset();
      return client.invalidateQueries(sessionsQuery);
    },
  });
  const wrong = fieldErrors(change.error);
  return (
    <section className="grid gap-3">
      <h2>Password</h2>
      <p>
        Forgot it? <a href={resetPath()}>Have a link sent to you</a>.
      </p>
      {change.isSuccess && (
        <Notice tone="success">Your password is changed, and you are signed out everywhere else.</Notice>
      )}
      {change.error && Object.keys(wrong).length === 0 && <Notice tone="error">{change.error.message}</Notice>}
      <form ref={form} onSubmit={(event) => change.mutate(formValues(event))} className="grid gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          error={wrong.currentPassword}
        />
        <PasswordField
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A few words in a row do well."
          error={wrong.newPassword}
        />
        <Button variant="secondary" disabled={change.isPending} className="sm:justify-self-start">
          {change.isPending ? 'Saving…' : 'Change the password'}
        </Button>
      </form>
    </section>
  );
}
