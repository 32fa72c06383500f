import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { signInPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { formValues } from '../../widgets/form-values.ts';
import { EmailField } from './email-field.tsx';

export function CheckMail() {
  const t = useTranslations();
  const { error, sendEmailVerification } = useAuth();
  const { email: known, justSent } = (useLocation().state ?? {}) as { email?: string; justSent?: true };
  const send = useMutation({
    mutationFn: ({ email = known ?? '' }: Record<string, string>) => sendEmailVerification({ email }),
  });

  return (
    <EntryCard title={t('checkMail.title')}>
      {justSent ? (
        <p>{t.rich('checkMail.justSent', { email: known ?? '', address })}</p>
      ) : (
        <p>{known ? t.rich('checkMail.confirmAddress', { email: known, address }) : t('checkMail.confirmYours')}</p>
      )}
      {send.isSuccess && <Alert tone="success">{t('checkMail.sent')}</Alert>}
      {send.error && <Alert tone="error">{error}</Alert>}
      <form onSubmit={(event) => send.mutate(formValues(event))} className="grid gap-4">
        {!known && <EmailField />}
        <Button variant="secondary" disabled={send.isPending}>
          {t('signIn.mailAgain')}
        </Button>
      </form>
      <a className="inline-flex min-h-12 items-center" href={signInPath()}>
        {t('signIn.back')}
      </a>
    </EntryCard>
  );
}

function address(email: ReactNode): ReactNode {
  return (
    <strong className="wrap-anywhere" dir="ltr">
      {email}
    </strong>
  );
}
