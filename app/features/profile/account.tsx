import { passwordLength, pauseDays } from '../../../domain/accounts/contract/limits.ts';
import { resetPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useChange } from '../../core/data/use-change.ts';
import { AuthError } from '../../core/session/auth-errors.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { authService } from '../../core/session/auth-service.ts';
import { sessionStore } from '../../core/session/session-store.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { plainAddress, strongAddress } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';
import { sessionsQuery } from './sessions.tsx';

/** The account moves when the old address has allowed it and the new one has confirmed it. */
export function ChangeEmail() {
  const t = useTranslations();
  const { email } = useUser();
  const ask = useChange(
    async ({ newEmail = '' }: FieldValues) => {
      if (newEmail.toLowerCase() === email) throw new AuthError('same-email');
      await authService.changeEmail(newEmail);
      return { askedAt: email };
    },
    { onSuccess: () => void form.ref.current?.reset() },
  );
  const form = useForm(ask, { draft: true });
  return (
    <section className="grid gap-3">
      <h2>{t('profile.email')}</h2>
      <p>{t.rich('profile.emailText', { email, address: strongAddress })}</p>
      {ask.data?.askedAt === email && (
        <Alert tone="success" title={t('profile.emailAskedTitle')}>
          <p>{t.rich('profile.emailAsked', { email, address: plainAddress })}</p>
        </Alert>
      )}
      <Form of={form} name="email">
        <TextField
          label={t('profile.newEmail')}
          name="newEmail"
          type="email"
          autoComplete="email"
          required
          error={form.errors.email}
        />
        <Submit of={ask} busy={t('profile.sending')} variant="secondary" className="sm:justify-self-start">
          {t('profile.changeEmail')}
        </Submit>
      </Form>
    </section>
  );
}

/** Asks for the old password, so that whoever borrows the device cannot take the account. */
export function ChangePassword() {
  const t = useTranslations();
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
        <Submit of={change} busy={t('profile.saving')} variant="secondary" className="sm:justify-self-start">
          {t('profile.changePassword')}
        </Submit>
      </Form>
    </section>
  );
}

export function DeleteAccount() {
  const t = useTranslations();
  const user = useUser();
  const ask = async ({ password = '' }: Record<string, string>) => {
    const { deletedOn } = await callFunction('deleteAccount', { password });
    sessionStore.changeUser({ ...user, deletedOn });
    scrollTo(0, 0);
  };
  if (user.deletedOn) return null;
  return (
    <section className="grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('profile.delete')}</h2>
      <p>{t('profile.deleteText', { days: pauseDays })}</p>
      <ConfirmButton
        label={t('profile.deleteButton')}
        variant="danger"
        question={t('profile.deleteQuestion')}
        verb={t('profile.deleteVerb', { days: pauseDays })}
        action={ask}
        fields={({ field }) => (
          <PasswordField
            id="delete-password"
            label={t('profile.ownPassword')}
            {...field('password')}
            autoComplete="current-password"
            required
          />
        )}
        text={t('profile.deleteConsequence')}
      />
    </section>
  );
}
