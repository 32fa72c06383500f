import { lazy, Suspense } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { withLateTranslations } from '../../core/document/late-page.tsx';
import { fieldsOf, type ItemEntry } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/why-refused.ts';
import { isWaiting } from './item-entries.ts';

const ComparedChanges = lazy(async () => ({
  default: await withLateTranslations(async () => (await import('./compared-changes.tsx')).ComparedChanges),
}));

export function WaitingAlert({ entries }: { entries: ItemEntry[] }) {
  const t = useTranslations();
  if (entries.length === 0) return null;
  const refused = entries.filter((entry) => !isWaiting(entry));
  if (refused.length === 0) return <Alert>{t('itemForm.waiting')}</Alert>;
  return refused.map((entry) => (
    <Alert key={entry.key}>
      <p className="mb-3">{t('itemForm.refused', { reason: whyRefused(entry) })}</p>
      <Suspense>
        <ComparedChanges mine={fieldsOf(entry)} theirs={entry.now} />
      </Suspense>
    </Alert>
  ));
}
