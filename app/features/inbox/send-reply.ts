import type { Said } from '../../core/outbox/entry.ts';
import { newEntry } from '../../core/outbox/save.ts';
import { saveOrSend } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
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
