import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';
import type { Unsent } from '../unsent/kinds.ts';
import { sendAgain } from '../unsent/send-unsent.ts';
import { dropUnsent } from '../unsent/unsent-store.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

type RefusedProps = {
  unsent: Unsent;
  again: string;
  /** Whether it can be sent already. */
  isReady?: boolean;
  onAgain?: () => unknown;
  onDiscard?: () => Promise<unknown>;
  question: string;
  explanation: string;
};

export function RefusedActions({
  unsent,
  again,
  isReady = true,
  onAgain,
  onDiscard,
  question,
  explanation,
}: RefusedProps) {
  const t = useWords();
  const client = useQueryClient();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <ConfirmButton
        label={t('unsent.discard')}
        variant="secondary"
        question={question}
        verb={t('unsent.discard')}
        action={() => (onDiscard ? onDiscard() : dropUnsent(client, unsent))}
      >
        <p>{explanation}</p>
      </ConfirmButton>
      <Button
        type="button"
        variant="secondary"
        disabled={!isReady}
        onClick={() => (onAgain ? onAgain() : sendAgain(client, unsent))}
      >
        {again}
      </Button>
    </div>
  );
}
