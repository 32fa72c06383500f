import { useMutation } from '@tanstack/react-query';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { formValues } from '../../widgets/form-values.ts';
import { useFocusWrong } from '../../widgets/use-focus-wrong.ts';
import { signChallenge } from './passkey.ts';
import { WithPasskeys } from './with-passkeys.tsx';

type ProveFormProps = { withPasskey: boolean; onProved(): unknown; onCancel?(): void };

export function ProveForm({ withPasskey, onProved, onCancel }: ProveFormProps) {
  const t = useTranslations();
  const byCode = useMutation({
    mutationFn: ({ code = '' }: Record<string, string>) => callFunction('proveByCode', { code }),
    onSuccess: onProved,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const credential = await signChallenge(t, await callFunction('askForPasskey', {}));
      return callFunction('proveByPasskey', { credential });
    },
    onSuccess: onProved,
  });
  const { form, errors } = useFocusWrong(byCode.error);
  const wrong = errors.code;
  const failure = (!wrong && byCode.error) || byPasskey.error;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        byPasskey.reset();
        byCode.mutate(formValues(event));
      }}
      className="grid gap-4"
    >
      {failure && <Alert tone="error">{failure.message}</Alert>}
      {withPasskey && (
        <WithPasskeys>
          <Button
            type="button"
            className="justify-self-start"
            disabled={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            {t('secondFactor.usePasskey')}
          </Button>
        </WithPasskeys>
      )}
      <TextField
        label={t('secondFactor.code')}
        name="code"
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        hint={t('secondFactor.codeHint')}
        {...(wrong && { error: wrong })}
      />
      <div className="flex flex-wrap gap-3">
        {onCancel && (
          <Button type="button" variant="secondary" onClick={onCancel}>
            {t('secondFactor.cancel')}
          </Button>
        )}
        <Button variant={withPasskey ? 'secondary' : 'primary'} disabled={byCode.isPending}>
          {t('secondFactor.confirm')}
        </Button>
      </div>
      <p className="wrap-anywhere text-ink-soft">{t('secondFactor.lostAll')}</p>
    </form>
  );
}
