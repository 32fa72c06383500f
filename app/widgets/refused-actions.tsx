import { ActionButton } from '../../ui/button.tsx';
import { t } from '../core/document/app-translations.ts';
import { type Entry, isKnown } from '../core/outbox/entry.ts';
import { sendAgain } from '../core/outbox/send.ts';
import { dropEntry } from '../core/outbox/store.ts';
import { ConfirmButton } from './confirm-button.tsx';

type RefusedProps = {
  entry: Entry;
  again?: string | undefined;
  question?: string;
  explanation?: string;
  onAgain?: (() => unknown) | undefined;
  onDiscard?: () => Promise<unknown>;
};

export function RefusedActions({ entry, again, question, explanation, onAgain, onDiscard }: RefusedProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <ConfirmButton
        label={t('unsent.discard')}
        question={question ?? t('items.discardQuestion')}
        action={() => (onDiscard ? onDiscard() : dropEntry(entry))}
        text={explanation ?? t('items.discardText')}
      />
      {isKnown(entry) && (
        <ActionButton onClick={() => (onAgain ? onAgain() : sendAgain(entry))}>
          {again ?? t('items.saveAgain')}
        </ActionButton>
      )}
    </div>
  );
}
