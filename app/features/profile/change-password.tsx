import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import { resetPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors } from '../../core/data/function-error.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { formValues } from '../../widgets/form-values.ts';
import { sessionsQuery } from './sessions.tsx';

/** Asks for the old password, so that whoever borrows the device cannot take the account. */
export function ChangePassword() {
  const t = useTranslations();
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
      <h2>{t('profile.password')}</h2>
      <p>{t.rich('profile.forgot', { link: (text) => <a href={resetPath()}>{text}</a> })}</p>
      {change.isSuccess && <Alert tone="success">{t('profile.passwordChanged')}</Alert>}
      {change.error && Object.keys(wrong).length === 0 && <Alert tone="error">{change.error.message}</Alert>}
      <form ref={form} onSubmit={(event) => change.mutate(formValues(event))} className="grid gap-4">
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('profile.currentPassword')}
          name="currentPassword"
          autoComplete="current-password"
          required
          error={wrong.currentPassword}
        />
        <PasswordField
          label={t('profile.newPassword')}
          name="newPassword"
          autoComplete="new-password"
          required
          hint={t('profile.passwordHint', { minimum: passwordLength.min })}
          error={wrong.newPassword}
        />
        <Button variant="secondary" disabled={change.isPending} className="sm:justify-self-start">
          {t(change.isPending ? 'profile.saving' : 'profile.changePassword')}
        </Button>
      </form>
    </section>
  );
}
