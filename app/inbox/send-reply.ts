import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { logOnly } from '../../browser/log-only.ts';
import { newSendingKey } from '../../browser/sending-key.ts';
import { addToConversation } from '../data/conversations.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUser } from '../session/auth-provider.tsx';
import { deliverReply } from '../unsent/deliver-conversation.ts';
import type { SaidInReply } from '../unsent/kinds.ts';
import { saveUnsent } from '../unsent/unsent-store.ts';

type Target = {
  conversationId: string;
  /** Id of the last message that is shown: the answer is to those up to it. */
  upTo: string | undefined;
  onSent(said: SaidInReply): void;
};

/** Sends what is said to the finder. It is kept on this device until the server has it. */
export function useSendReply({ conversationId, upTo, onSent }: Target) {
  const client = useQueryClient();
  const { uid } = useUser();
  return useMutation({
    mutationFn: async (said: SaidInReply & { key: string }) => {
      const reply = { ...said, conversationId, upTo };
      try {
        await saveUnsent(client, { ...reply, kind: 'reply', uid, writtenAt: new Date().toISOString() });
      } catch (error) {
        logOnly('The answer is not kept until it is sent')(error);
        addToConversation(client, conversationId, await deliverReply(client, reply));
        return;
      }
      sendWaiting(client, uid);
    },
    onSuccess: (_sent, said) => onSent(said),
  });
}

/** Of what is said: said again after a failure, it has the same key and arrives once. */
export function useSendingKeys(): (said: SaidInReply) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (said) => {
    const name = JSON.stringify(said);
    const key = keys.get(name) ?? newSendingKey();
    keys.set(name, key);
    return key;
  };
}
