import type { Passkey } from '../../../domain/second-factor/contract/schema.ts';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { KeepPasskeys } from './keep-passkeys.tsx';

type SignOutAndKeepProps = { passkeys: Passkey[]; action(typed: Record<string, string>): Promise<unknown> };

export function SignOutAndKeep({ passkeys, action }: SignOutAndKeepProps) {
  const t = useTranslations();
  return (
    <ConfirmButton
      label={t('profile.signOutElsewhere')}
      question={t('keepPasskeys.signOutQuestion')}
      verbVariant="primary"
      fields={({ password }) => (
        <>
          <KeepPasskeys passkeys={passkeys} />
          <PasswordField
            label={t('secondFactor.password')}
            name="password"
            id="keep-passkeys-password"
            autoComplete="current-password"
            hint={t('keepPasskeys.passwordHint')}
            {...(password && { error: password })}
          />
        </>
      )}
      action={action}
      text={t('keepPasskeys.signOutText')}
    />
  );
}
