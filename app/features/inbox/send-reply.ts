import { useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { sendWaiting } from '../../core/offline/use-device.ts';
import type { Said } from '../../core/outbox/entry.ts';
import { newEntry, saveOrSend } from '../../core/outbox/save.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { useChange } from '../../widgets/form.tsx';

type Target = {
  conversationId: string;
  upTo: string | undefined;
  onSent(said: Said): void;
};

/** A reply stays on this device until the server has it. */
export function useSendReply({ conversationId, upTo, onSent }: Target) {
  const { uid } = useUser();
  return useChange(
    async (said: Said & { key: string }) => {
      const { key, reply } = said;
      const call = reply ? callsOf[reply as keyof typeof callsOf] : undefined;
      const input = { ...said, conversationId, upTo };
      await saveOrSend(newEntry(call ?? 'replyToFinder', { uid, key, about: conversationId, input }));
      sendWaiting(uid);
    },
    { onSuccess: (_sent, said) => onSent(said) },
  );
}

const callsOf = { returned: 'markReturnedByFinder', 'not-returned': 'undoReturnedByFinder' } as const;

/** The same words keep their key after a failure, so they arrive once. */
export function useIdempotencyKeys(): (said: Said) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (said) => {
    const name = JSON.stringify(said);
    const key = keys.get(name) ?? newIdempotencyKey();
    keys.set(name, key);
    return key;
  };
}
