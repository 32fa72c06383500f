import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import type { UnsentChange } from '../offline/unsent-changes.ts';
import { whyRefused } from '../offline/why-refused.ts';

/** Says that changes of the item wait on this device, or why they were refused. */
export function WaitingNotice({ waiting }: { waiting: UnsentChange | undefined }) {
  const t = useWords();
  if (!waiting) return null;
  return (
    <Notice>{waiting.refusal ? t('itemForm.refused', { reason: whyRefused(waiting) }) : t('itemForm.waiting')}</Notice>
  );
}
