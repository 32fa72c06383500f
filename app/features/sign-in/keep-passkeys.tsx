import type { Passkey } from '../../../domain/second-factor/contract/schema.ts';
import { Checkbox } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { OwnPassword } from './own-password.tsx';
import { fieldStart } from './second-factors-query.ts';

export function KeepPasskeys({ passkeys }: { passkeys: Passkey[] }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-[650]">{t('keepPasskeys.title')}</legend>
      <p>{t('keepPasskeys.text')}</p>
      {passkeys.map(({ id, name, since, lastUsed }) => (
        <Checkbox key={id} name={fieldStart + id} className="size-6 shrink-0 accent-home">
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-[650]">{t('keepPasskeys.keep', { name })}</span>
            <span className="text-ink-soft">
              {t('secondFactor.since', { day: dayOf(since) })}
              {lastUsed && `, ${t('secondFactor.used', { day: dayOf(lastUsed) })}`}
            </span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

type SignOutAndKeepProps = { passkeys: Passkey[]; action(typed: Record<string, string>): Promise<unknown> };

export function SignOutAndKeep({ passkeys, action }: SignOutAndKeepProps) {
  return (
    <ConfirmButton
      label={t('profile.signOutElsewhere')}
      question={t('keepPasskeys.signOutQuestion')}
      verbVariant="primary"
      fields={({ errors }) => (
        <>
          <KeepPasskeys passkeys={passkeys} />
          <OwnPassword id="keep-passkeys-password" hint={t('keepPasskeys.passwordHint')} error={errors.password} />
        </>
      )}
      action={action}
      text={t('keepPasskeys.signOutText')}
    />
  );
}
