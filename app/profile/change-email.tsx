import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthError } from '../session/auth-errors.ts';
import { useUser } from '../session/auth-provider.tsx';
import { authService } from '../session/auth-service.ts';
import { fieldOfError } from '../sign-in/field-of-error.ts';
import { formValues } from '../widgets/form-values.ts';

/** The account moves when the old address has allowed it and the new one has confirmed it. */
export function ChangeEmail() {
  const { email } = useUser();
  const ask = useMutation({
    mutationFn: async ({ newEmail = '' }: Record<string, string>) => {
      if (newEmail.toLowerCase() === email) throw new AuthError('same-email');
      await authService.changeEmail(newEmail);
      return { askedAt: email };
    },
  });
  const errors = fieldOfError(ask.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    ask.mutate(formValues(event), { onSuccess: () => form.reset() });
  };
  return (
    <section className="grid gap-3">
      <h2>Email</h2>
      <p>
        You sign in with <strong className="wrap-anywhere">{email}</strong>. To change it, we ask at this address first,
        and then at the new one.
      </p>
      {ask.data?.askedAt === email && (
        <Notice tone="success" title="Check your mail">
          <p>
            Unless the new address has an account already, a link is on its way to{' '}
            <span className="wrap-anywhere">{email}</span> with which you allow the change. It works for a day.
          </p>
        </Notice>
      )}
      {errors.form && <Notice tone="error">{errors.form}</Notice>}
      <form onSubmit={submit} className="grid gap-4">
        <TextField label="New email" name="newEmail" type="email" autoComplete="email" required error={errors.email} />
        <Button variant="secondary" disabled={ask.isPending} className="sm:justify-self-start">
          {ask.isPending ? 'Sending…' : 'Change the address'}
        </Button>
      </form>
    </section>
  );
}
