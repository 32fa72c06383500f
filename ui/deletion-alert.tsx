import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
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
