import { useQuery } from '@tanstack/react-query';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { callFunction, fieldErrors } from '../../core/data/call-function.ts';
import { onlineQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { type FieldValues, Form, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { OwnPassword } from './own-password.tsx';
import { type Credential, makePasskey, WithPasskeys } from './passkey.tsx';

type AddProps = { /** Takes the recovery codes, if some were made. */ onAdded(recoveryCodes: string[]): unknown };

export function AddFactor({ onAdded }: AddProps) {
  return (
    <>
      <WithPasskeys>
        <AddPasskey onAdded={onAdded} />
      </WithPasskeys>
      <AddApp onAdded={onAdded} />
    </>
  );
}

/** The device makes the passkey first; when the password was wrong, the same one is sent again. */
export function AddPasskey({ onAdded }: AddProps) {
  const make = useChange(() => makePasskey());
  const add = useChange(
    async ({ name = '', password = '' }: FieldValues) => {
      const credential: Credential = make.data ?? (await make.mutateAsync());
      try {
        return await callFunction('addPasskey', { credential, name, password });
      } catch (error) {
        if (Object.keys(fieldErrors(error)).length === 0) make.reset();
        throw error;
      }
    },
    { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) },
  );
  const form = useForm(add);
  return (
    <section className="grid gap-4" aria-labelledby="add-passkey">
      <h2 id="add-passkey">{t('secondFactor.withPasskey')}</h2>
      <p>{t('secondFactor.passkeyText')}</p>
      <Form of={form}>
        <TextField
          label={t('secondFactor.name')}
          {...form.field('name')}
          required
          maxLength={60}
          autoComplete="off"
          hint={t('secondFactor.nameHint')}
        />
        <OwnPassword id="passkey-password" required error={form.errors.password} />
        <Submit of={add} className="justify-self-start">
          {t('secondFactor.addPasskey')}
        </Submit>
      </Form>
    </section>
  );
}

export function AddApp({ onAdded }: AddProps) {
  const offer = useQuery({
    ...onlineQuery(['authenticator-app'], 'offerAuthenticatorApp', {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const add = useChange(
    ({ sealed = '', code = '', password = '' }: FieldValues) =>
      callFunction('addAuthenticatorApp', { sealed, code: code.replace(/\s/g, ''), password }),
    { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) },
  );
  const form = useForm(add);
  return (
    <section className="grid gap-4" aria-labelledby="add-app">
      <h2 id="add-app">{t('secondFactor.withApp')}</h2>
      <p>{t('secondFactor.appText')}</p>
      <Loaded query={offer} failure={t('secondFactor.failed')}>
        {({ secret, uri, sealed }) => (
          <Form of={form}>
            <QrCode text={uri} label={t('secondFactor.qrCode')} errorCorrection="M" className="w-48 max-w-full" />
            <p>
              {t('secondFactor.key')}: <code className="wrap-anywhere">{inGroups(secret)}</code>
            </p>
            <input type="hidden" name="sealed" value={sealed} />
            <TextField
              label={t('secondFactor.appCode')}
              {...form.field('code')}
              id="app-code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
            />
            <OwnPassword id="app-password" required error={form.errors.password} />
            <Submit of={add} variant="secondary" className="justify-self-start">
              {t('secondFactor.addApp')}
            </Submit>
          </Form>
        )}
      </Loaded>
    </section>
  );
}

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${location.host}\n${codes.join('\n')}\n`)}`;
  return (
    <>
      <p>{t('secondFactor.recoveryText')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-2 font-mono" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <TextLink href={file} download="recovery-codes.txt">
          {t('secondFactor.download')}
        </TextLink>
        <Button type="button" onClick={onDone}>
          {t('secondFactor.goOn')}
        </Button>
      </div>
    </>
  );
}
