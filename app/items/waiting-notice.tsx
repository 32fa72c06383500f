import { lazy, Suspense } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { fieldsOf, type ItemEntry } from '../outbox/entry.ts';
import { whyRefused } from '../outbox/why-refused.ts';
import { withLateWords } from '../start/late-page.tsx';
import { isWaiting } from './item-entries.ts';

const ComparedChanges = lazy(async () => ({
  default: await withLateWords(async () => (await import('./compared-changes.tsx')).ComparedChanges),
}));

export function WaitingNotice({ entries }: { entries: ItemEntry[] }) {
  const t = useWords();
  if (entries.length === 0) return null;
  const refused = entries.filter((entry) => !isWaiting(entry));
  if (refused.length === 0) return <Notice>{t('itemForm.waiting')}</Notice>;
  return refused.map((entry) => (
    <Notice key={entry.key}>
      <p className="mb-3">{t('itemForm.refused', { reason: whyRefused(entry) })}</p>
      <Suspense>
        <ComparedChanges mine={fieldsOf(entry)} theirs={entry.now} />
      </Suspense>
    </Notice>
  ));
}
