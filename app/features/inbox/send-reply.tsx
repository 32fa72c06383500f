import { useQuery } from '@tanstack/react-query';
import { isLost } from '../../../domain/items/contract/item-state.ts';
import { maxMessageLength } from '../../../domain/messages/contract/limits.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { stateInWords } from '../../../ui/item-state-words.ts';
import { itemQuery, itemsQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import type { Said } from '../../core/outbox/entry.ts';
import { newEntry } from '../../core/outbox/save.ts';
import { saveOrSend } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { useChange, useKeyOf } from '../../widgets/form.tsx';

type Target = {
  conversationId: string;
  upTo: string | undefined;
  onSent(said: Said): void;
};

/** A reply stays on this device until the server has it. */
export function useSendReply({ conversationId, upTo, onSent }: Target) {
  const { uid } = useUser();
  const keyOf = useKeyOf();
  return useChange(
    async (said: Said & { key?: string }) => {
      const { key = keyOf(said), reply } = said;
      const call = reply ? callsOf[reply as keyof typeof callsOf] : undefined;
      const input = { ...said, key, conversationId, upTo };
      await saveOrSend(newEntry(call ?? 'replyToFinder', { uid, key, about: conversationId, input }));
    },
    { onSuccess: (_sent, said) => onSent(said) },
  );
}

const callsOf = { returned: 'markReturnedByFinder', 'not-returned': 'undoReturnedByFinder' } as const;

export function SayReturned({ say }: { say(said: Said): Promise<unknown> }) {
  return (
    <ConfirmButton
      label={t('replies.returned')}
      verbVariant="primary"
      question={t('replies.returned')}
      verb={t('replies.thank')}
      fields={() => (
        <TextArea id="thanks" name="text" rows={3} maxLength={maxMessageLength} label={t('replies.thanksWords')} />
      )}
      action={({ text = '' }) => say({ text, reply: 'returned' })}
      text={t('replies.returnedText')}
    />
  );
}

/** Of a lost item: since when, and the way to say that it is back. */
export function LostItem({ item, conversationId, upTo }: LostItemProps) {
  // What the list knows is there at once: a later change of the height would move the messages.
  const listed = () => queryClient.getQueryData(itemsQuery.queryKey)?.rows.find(({ id }) => id === item.id);
  const { data } = useQuery({ ...itemQuery(item.id), placeholderData: listed });
  const onSent = () => void queryClient.invalidateQueries(itemQuery(item.id));
  const send = useSendReply({ conversationId, upTo, onSent });
  if (!data || !isLost(data)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-card border-2 border-signal bg-card py-1 ps-3 pe-1">
      <p className="flex-[1_1_6rem] text-[0.9375rem] leading-tight font-[650] text-signal">{stateInWords(data, t)}</p>
      <SayReturned say={send.mutateAsync} />
    </div>
  );
}

type LostItemProps = { item: { id: string }; conversationId: string; upTo: string | undefined };

export function UndoReturned({ conversationId, upTo }: { conversationId: string; upTo: string }) {
  const send = useSendReply({ conversationId, upTo, onSent: () => {} });
  const said = { text: '', reply: 'not-returned' } as const;
  return (
    <ConfirmButton
      label={t('replies.undo')}
      question={t('replies.undoQuestion')}
      verb={t('replies.undoVerb')}
      action={() => send.mutateAsync(said)}
      text={t('replies.undoText')}
    />
  );
}
