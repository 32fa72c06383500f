import type { ReactNode } from 'react';
import { keepAccountPath } from '../paths/paths.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { useTranslations } from './translations-context.ts';

type DeletionAlertProps = { deletedOn: string /** ISO 8601. */; text?: string; children: ReactNode };

export function DeletionAlert({ deletedOn, text, children }: DeletionAlertProps) {
  const t = useTranslations();
  const day = t.date(new Date(deletedOn), { dateStyle: 'long' });
  return (
    <Alert tone="error" title={t('deletion.title', { day })}>
      <p className="pb-3">{text ?? t('deletion.text')}</p>
      {children}
    </Alert>
  );
}

/** Works without a script. */
export function KeepAccountForm({ deletedOn, className }: { deletedOn: string; className: string }) {
  const t = useTranslations();
  return (
    <div className={className}>
      <DeletionAlert deletedOn={deletedOn}>
        <form method="post" action={keepAccountPath()}>
          <Button>{t('keepAccount.keep')}</Button>
        </form>
      </DeletionAlert>
    </div>
  );
}
