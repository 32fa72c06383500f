import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactors } from '../../../domain/second-factor/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { AddApp, AddPasskey, RecoveryCodes } from './add-factor.tsx';
import { OwnPassword } from './own-password.tsx';
import { WithPasskeys } from './passkey.tsx';
import { secondFactorsQuery } from './second-factors-query.ts';

export function SecondFactorSection() {
  const { isAdmin } = useAuth();
  const [newCodes, setNewCodes] = useState<string[]>([]);
  const factors = useQuery(secondFactorsQuery);
  const changed = (codes: string[] = []) => {
    setNewCodes(codes);
    return queryClient.invalidateQueries(secondFactorsQuery);
  };
  return (
    <section className="grid gap-4" aria-labelledby="passkeys">
      <h2 id="passkeys">{t('secondFactor.passkeys')}</h2>
      <p>{t('secondFactor.passkeysText')}</p>
      {newCodes.length > 0 && (
        <Alert tone="success" title={t('secondFactor.recovery')}>
          <RecoveryCodes codes={newCodes} onDone={() => setNewCodes([])} />
        </Alert>
      )}
      <Loaded query={factors} failure={t('secondFactor.failed')}>
        {(known) => (
          <>
            <Passkeys passkeys={known.passkeys} onChanged={changed} />
            <WithPasskeys>
              <details>
                <summary className="min-h-12 content-center font-[650]">{t('secondFactor.addPasskey')}</summary>
                <AddPasskey onAdded={changed} />
              </details>
            </WithPasskeys>
            {isAdmin && <ForAdministrators factors={known} onChanged={changed} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

type PartProps = { onChanged(recoveryCodes?: string[]): Promise<unknown> };

function Passkeys({ passkeys, onChanged }: PartProps & Pick<SecondFactors, 'passkeys'>) {
  if (passkeys.length === 0) return <p className="text-ink-soft">{t('secondFactor.noPasskeys')}</p>;
  return (
    <ul className="grid gap-2">
      {passkeys.map(({ id, name, since, lastUsed }) => (
        <li key={id} className="grid gap-2 rounded-control border-2 border-line bg-card px-4 py-3">
          <bdi className="wrap-anywhere font-[650]">{name}</bdi>
          <span className="text-ink-soft">
            {t('secondFactor.since', { day: dayOf(since) })}
            {lastUsed && `, ${t('secondFactor.used', { day: dayOf(lastUsed) })}`}
          </span>
          <div className="flex flex-wrap gap-3">
            <ConfirmButton
              label={t('secondFactor.rename')}
              question={t('secondFactor.rename')}
              verb={t('secondFactor.save')}
              verbVariant="primary"
              fields={({ field }) => (
                <TextField
                  label={t('secondFactor.name')}
                  {...field('name')}
                  id={`name-${id}`}
                  maxLength={60}
                  defaultValue={name}
                />
              )}
              action={({ name: typed = '' }) =>
                callFunction('renamePasskey', { id, name: typed }).then(() => onChanged())
              }
            />
            <ConfirmButton
              label={t('secondFactor.remove')}
              variant="danger"
              question={t('secondFactor.removeQuestion', { name })}
              fields={({ errors }) => <OwnPassword id={`remove-${id}`} error={errors.password} />}
              action={({ password = '' }) => callFunction('removePasskey', { id, password }).then(() => onChanged())}
              text={t('secondFactor.removeText')}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function ForAdministrators({ factors, onChanged }: PartProps & { factors: SecondFactors }) {
  const { authenticatorApp, passkeys, recoveryCodesLeft } = factors;
  const isSetUp = authenticatorApp !== null || passkeys.length > 0 || recoveryCodesLeft > 0;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3>{t('secondFactor.app')}</h3>
        <p className="text-ink-soft">
          {authenticatorApp ? t('secondFactor.appSince', { day: dayOf(authenticatorApp) }) : t('secondFactor.noApp')}
        </p>
      </div>
      <details>
        <summary className="min-h-12 content-center font-[650]">{t('secondFactor.replaceApp')}</summary>
        <AddApp onAdded={onChanged} />
      </details>
      {authenticatorApp && (
        <ConfirmButton
          label={t('secondFactor.remove')}
          variant="danger"
          question={t('secondFactor.removeApp')}
          fields={({ errors }) => <OwnPassword id="remove-app" error={errors.password} />}
          action={({ password = '' }) => callFunction('removeAuthenticatorApp', { password }).then(() => onChanged())}
          text={t('secondFactor.removeAppText')}
        />
      )}
      {isSetUp && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>{t('secondFactor.codesLeft', { count: recoveryCodesLeft })}</p>
          <ConfirmButton
            label={t('secondFactor.newCodes')}
            question={t('secondFactor.newCodesQuestion')}
            verbVariant="primary"
            fields={({ errors }) => <OwnPassword id="new-codes" error={errors.password} />}
            action={({ password = '' }) =>
              callFunction('makeRecoveryCodes', { password }).then(({ recoveryCodes }) => onChanged(recoveryCodes))
            }
            text={t('secondFactor.newCodesText')}
          />
        </div>
      )}
    </>
  );
}
