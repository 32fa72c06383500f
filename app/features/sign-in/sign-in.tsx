import { pageBeforeTimeout } from '../../../browser/page-before-timeout.ts';
import { emailVerificationPath, resetPath, signUpPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';
import { AuthError, forcedSignOutMessage, isForcedSignOut } from '../../core/session/auth-errors.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { EmailField, EntryCard } from '../../widgets/entry-card.tsx';
import { ChangeButton, Failure, type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { GoOn } from './go-on.tsx';

/** In admin-access mode (C-4.14) the site is closed to everybody but administrators: no way leads to other pages of it. */
export function SignIn({ adminAccess = false }: { adminAccess?: boolean }) {
  const { state, user, login } = useAuth();
  const search = useSearchParams();
  const reason = (state.status === 'signed-out' && state.reason) || search.get('reason');
  const signIn = useChange(({ email = '', password = '' }: FieldValues) => login(email, password), {
    onError: (error) => {
      if (adminAccess || !(error instanceof AuthError) || error.code !== 'email-not-verified') return;
      navigate(emailVerificationPath(), { state: { email: error.email } });
    },
  });
  const form = useForm(signIn);
  const byPasskey = useChange(async () => (await import('./passkey.tsx')).signInByPasskey());
  const timedOut = reason === 'timeout' || search.get('timeout') === 'true';

  if (user) {
    const asked = timedOut ? pageBeforeTimeout(user.uid) : search.get('next');
    return <GoOn asked={asked} />;
  }
  return (
    <EntryCard title={adminAccess ? t('signIn.adminAccess') : t('signIn.title')}>
      {adminAccess && <Alert>{t('signIn.adminsOnly')}</Alert>}
      {isForcedSignOut(reason) && !signIn.error && (
        <Alert>
          <p>{forcedSignOutMessage(reason)}</p>
          {reason === 'email-not-verified' && <a href={emailVerificationPath()}>{t('signIn.mailAgain')}</a>}
        </Alert>
      )}
      {timedOut && !signIn.error && <Alert title={t('signIn.signedOut')}>{t('signIn.timedOut')}</Alert>}
      <Failure error={byPasskey.error} />
      <Form of={form}>
        <EmailField error={form.errors.email} />
        <PasswordField label={t('signIn.password')} name="password" autoComplete="current-password" required />
        <Submit of={signIn} busy={t('signIn.signingIn')}>
          {t('signIn.signIn')}
        </Submit>
      </Form>
      {'PublicKeyCredential' in globalThis && <ChangeButton of={byPasskey}>{t('signIn.passkey')}</ChangeButton>}
      <p className="flex flex-wrap justify-between gap-x-6">
        <TextLink href={resetPath()}>{t('signIn.forgot')}</TextLink>
        {!adminAccess && (
          <TextLink href={signUpPath({ next: search.get('next') ?? undefined })}>{t('signIn.signUp')}</TextLink>
        )}
      </p>
    </EntryCard>
  );
}
