import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';
import type { Unsent } from '../unsent/kinds.ts';
import { sendAgain } from '../unsent/send-unsent.ts';
import { dropUnsent } from '../unsent/unsent-store.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

type RefusedProps = {
  unsent: Unsent;
  /** The words of the buttons, where they are not those for a change of an item. */
  again?: string | undefined;
  question?: string;
  explanation?: string;
  /** Whether it can be sent already. */
  isReady?: boolean;
  onAgain?: (() => unknown) | undefined;
  onDiscard?: () => Promise<unknown>;
};

export function RefusedActions({
  unsent,
  again,
  question,
  explanation,
  isReady = true,
  onAgain,
  onDiscard,
}: RefusedProps) {
  const t = useWords();
  const client = useQueryClient();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <ConfirmButton
        label={t('unsent.discard')}
        variant="secondary"
        question={question ?? t('items.discardQuestion')}
        verb={t('unsent.discard')}
        action={() => (onDiscard ? onDiscard() : dropUnsent(client, unsent))}
      >
        <p>{explanation ?? t('items.discardText')}</p>
      </ConfirmButton>
      <Button
        type="button"
        variant="secondary"
        disabled={!isReady}
        onClick={() => (onAgain ? onAgain() : sendAgain(client, unsent))}
      >
        {again ?? t('items.saveAgain')}
      </Button>
    </div>
  );
}
