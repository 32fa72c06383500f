import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { RefusedActions } from '../offline/refused.tsx';
import { whyRefused } from '../offline/why-refused.ts';
import type { UnsentSwitches } from '../unsent/kinds.ts';

/** Says that archiving or muting waits on this device, or why it was refused. */
export function WaitingSwitches({ waiting }: { waiting: UnsentSwitches | undefined }) {
  const t = useWords();
  if (waiting?.refusal)
    return (
      <Notice tone="error" title={t('itemForm.refused', { reason: whyRefused(waiting) })}>
        <RefusedActions unsent={waiting} />
      </Notice>
    );
  return waiting?.delay && <p>{t('itemForm.waiting')}</p>;
}
