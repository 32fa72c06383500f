import { useWords } from '../../ui/words-context.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { useSendingKeys, useSendReply } from './send-reply.ts';

/** Beside the message that says so, for who pressed the wrong button. */
export function UndoReturned({ conversationId, upTo }: { conversationId: string; upTo: string }) {
  const t = useWords();
  const keyOf = useSendingKeys();
  const send = useSendReply({ conversationId, upTo, onSent: () => {} });
  const said = { text: '', reply: 'not-returned' } as const;
  return (
    <ConfirmButton
      label={t('replies.undo')}
      variant="secondary"
      question={t('replies.undoQuestion')}
      verb={t('replies.undoVerb')}
      action={() => send.mutateAsync({ ...said, key: keyOf(said) })}
    >
      <p>{t('replies.undoText')}</p>
    </ConfirmButton>
  );
}
