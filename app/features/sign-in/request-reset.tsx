import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useSignInPath } from '../../core/data/use-maintenance.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { formValues } from '../../widgets/form-values.ts';
import { EmailField } from './email-field.tsx';
import { fieldOfError } from './field-of-error.ts';

export function RequestReset() {
  const t = useTranslations();
  const { error, resetPassword } = useAuth();
  const ask = useMutation({ mutationFn: ({ email = '' }: Record<string, string>) => resetPassword(email) });
  const signInPath = useSignInPath();
  const errors = fieldOfError(ask.error);

  return (
    <EntryCard title={t('reset.title')}>
      <p>{t('reset.text')}</p>
      {ask.isSuccess && (
        <Alert tone="success" title={t('reset.sentTitle')}>
          {t.rich('reset.sent', { email: ask.variables.email ?? '', address })}
        </Alert>
      )}
      {errors.form && <Alert tone="error">{error}</Alert>}
      <form onSubmit={(event) => ask.mutate(formValues(event))} className="grid gap-4">
        <EmailField error={errors.email} />
        <Button disabled={ask.isPending}>{ask.isPending ? t('reset.sending') : t('reset.send')}</Button>
      </form>
      <a className="inline-flex min-h-12 items-center" href={signInPath}>
        {t('signIn.back')}
      </a>
    </EntryCard>
  );
}

function address(email: ReactNode): ReactNode {
  return (
    <span className="wrap-anywhere" dir="ltr">
      {email}
    </span>
  );
}
