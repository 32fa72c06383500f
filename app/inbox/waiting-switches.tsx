import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { RefusedActions } from '../outbox/refused-actions.tsx';
import { whyRefused } from '../outbox/why-refused.ts';
import type { SwitchEntry } from './switches.ts';

/** Says that archiving or muting waits on this device, or why it was refused. */
export function WaitingSwitches({ waiting = [] }: { waiting: SwitchEntry[] | undefined }) {
  const t = useWords();
  const refused = waiting.filter(({ refusal }) => refusal);
  if (refused.length === 0) return waiting.some(({ delay }) => delay) && <p>{t('itemForm.waiting')}</p>;
  return refused.map((entry) => (
    <Notice key={entry.key} tone="error" title={t('itemForm.refused', { reason: whyRefused(entry) })}>
      <RefusedActions entry={entry} />
    </Notice>
  ));
}
