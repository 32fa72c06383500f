import { passwordLength } from '../../../domain/accounts/contract/limits.ts';
import { resetPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { SecondFactorSection } from '../sign-in/second-factors.tsx';
import { ProfileSection } from './section.tsx';
import { SessionList, sessionsQuery } from './sessions.tsx';

export function Security() {
  return (
    <ProfileSection name="profileSecurity">
      <ChangePassword />
      <SecondFactorSection />
      <SessionList />
    </ProfileSection>
  );
}

/** Asks for the old password, so that whoever borrows the device cannot take the account. */
function ChangePassword() {
  const { email } = useUser();
  const change = useChange(
    ({ currentPassword = '', newPassword = '' }: FieldValues) =>
      callFunction('changePassword', { currentPassword, newPassword }),
    { changes: [sessionsQuery.queryKey], onSuccess: () => void form.ref.current?.reset() },
  );
  const form = useForm(change);
  return (
    <section className="grid gap-3">
      <h2>{t('profile.password')}</h2>
      <p>{t.rich('profile.forgot', { link: (text) => <a href={resetPath()}>{text}</a> })}</p>
      {change.isSuccess && <Alert tone="success">{t('profile.passwordChanged')}</Alert>}
      <Form of={form}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('profile.currentPassword')}
          {...form.field('currentPassword')}
          autoComplete="current-password"
          required
        />
        <PasswordField
          label={t('profile.newPassword')}
          {...form.field('newPassword')}
          autoComplete="new-password"
          required
          hint={t('profile.passwordHint', { minimum: passwordLength.min })}
        />
        <Submit of={change} busy={t('profile.saving')} className="sm:justify-self-start">
          {t('profile.changePassword')}
        </Submit>
      </Form>
    </section>
  );
}
