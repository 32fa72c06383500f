import { ActionButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ChangeButton, Failure, type FieldValues, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { signChallenge, WithPasskeys } from './passkey.tsx';

type ProveFormProps = { withPasskey: boolean; onProved(): unknown; onCancel?(): void };

export function ProveForm({ withPasskey, onProved, onCancel }: ProveFormProps) {
  const byPasskey = useChange(
    async () => {
      const credential = await signChallenge(await callFunction('askForPasskey', {}));
      return callFunction('proveByPasskey', { credential });
    },
    { onSuccess: onProved },
  );
  const byCode = useChange(
    ({ code = '' }: FieldValues) => {
      byPasskey.reset();
      return callFunction('proveByCode', { code });
    },
    { onSuccess: onProved },
  );
  const { ref, onSubmit, field, failure } = useForm(byCode);
  return (
    <form ref={ref} onSubmit={onSubmit} className="grid gap-4">
      <Failure error={failure ?? byPasskey.error} />
      {withPasskey && (
        <WithPasskeys>
          <ChangeButton of={byPasskey} variant="primary" className="justify-self-start">
            {t('secondFactor.usePasskey')}
          </ChangeButton>
        </WithPasskeys>
      )}
      <TextField
        label={t('secondFactor.code')}
        {...field('code')}
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        hint={t('secondFactor.codeHint')}
      />
      <div className="flex flex-wrap gap-3">
        {onCancel && <ActionButton onClick={onCancel}>{t('secondFactor.cancel')}</ActionButton>}
        <Submit of={byCode} variant={withPasskey ? 'secondary' : 'primary'}>
          {t('secondFactor.confirm')}
        </Submit>
      </div>
      <p className="wrap-anywhere text-ink-soft">{t('secondFactor.lostAll')}</p>
    </form>
  );
}
