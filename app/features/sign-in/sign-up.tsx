import { useMutation } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router';
import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import { maxPersonNameLength } from '../../../domain/settings/contract/limits.ts';
import { emailVerificationPath, signInPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { firstPath, waitingClaim } from '../../core/session/waiting-claim.ts';
import { waitingInvitation } from '../../core/session/waiting-invitation.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { formValues } from '../../widgets/form-values.ts';
import { EmailField } from './email-field.tsx';
import { fieldOfError } from './field-of-error.ts';

export function SignUpPage() {
  const t = useTranslations();
  const { user, error, signup } = useAuth();
  const navigate = useNavigate();
  const signUp = useMutation({
    mutationFn: ({ name = '', email = '', password = '' }: Record<string, string>) =>
      signup(email, password, name.trim(), waitingClaim.read()?.code),
    onSuccess: (_nothing, { email = '' }) => {
      waitingClaim.giveTo(email);
      waitingInvitation.giveTo(email);
      navigate(emailVerificationPath(), { state: { email, justSent: true } });
    },
  });
  const errors = fieldOfError(signUp.error);

  if (user) return <Navigate to={firstPath()} replace />;
  return (
    <EntryCard title={t('signUp.title')}>
      {errors.form && <Alert tone="error">{error}</Alert>}
      <form onSubmit={(event) => signUp.mutate(formValues(event))} className="grid grid-cols-1 gap-4">
        <TextField
          label={t('signUp.name')}
          name="name"
          autoComplete="name"
          required
          maxLength={maxPersonNameLength}
          hint={t('signUp.nameHint')}
          error={errors.name}
        />
        <EmailField error={errors.email} />
        <PasswordField
          label={t('signIn.password')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('signUp.passwordHint', { minimum: passwordLength.min })}
          error={errors.password}
        />
        <Button disabled={signUp.isPending}>{signUp.isPending ? t('signUp.signingUp') : t('signUp.signUp')}</Button>
      </form>
      <p>
        {t('signUp.haveAccount')}{' '}
        <a className="inline-flex min-h-12 items-center" href={signInPath()}>
          {t('signIn.signIn')}
        </a>
      </p>
    </EntryCard>
  );
}
