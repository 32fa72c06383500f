import { lazy, Suspense } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { whyRefused } from '../offline/why-refused.ts';
import { withLateWords } from '../start/late-page.tsx';
import type { UnsentChange } from '../unsent/kinds.ts';

const ComparedChanges = lazy(async () => ({
  default: await withLateWords(async () => (await import('./compared-changes.tsx')).ComparedChanges),
}));

/** Says that changes of the item wait on this device, or why they were refused. */
export function WaitingNotice({ waiting }: { waiting: UnsentChange | undefined }) {
  const t = useWords();
  if (!waiting) return null;
  if (!waiting.refusal) return <Notice>{t('itemForm.waiting')}</Notice>;
  return (
    <Notice>
      <p className="mb-3">{t('itemForm.refused', { reason: whyRefused(waiting) })}</p>
      <Suspense>
        <ComparedChanges change={waiting} />
      </Suspense>
    </Notice>
  );
}
