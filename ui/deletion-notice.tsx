import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { useWords } from './words-context.ts';

type DeletionNoticeProps = { deletedOn: string /** ISO 8601. */; text?: string; children: ReactNode };

export function DeletionNotice({ deletedOn, text, children }: DeletionNoticeProps) {
  const t = useWords();
  const day = t.date(new Date(deletedOn), { dateStyle: 'long' });
  return (
    <Notice tone="error" title={t('deletion.title', { day })}>
      <p className="pb-3">{text ?? t('deletion.text')}</p>
      {children}
    </Notice>
  );
}
