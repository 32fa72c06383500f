import { useQuery } from '@tanstack/react-query';
import { useUser } from '../auth/auth-provider.tsx';
import { type UnsentReply, unsentQuery } from '../offline/outbox.ts';

/** By conversation what was written and is not with the server; of several the refused one, because it needs its person. */
export function useUnsentReplies(): Map<string, UnsentReply> {
  const { uid } = useUser();
  const replies = (useQuery(unsentQuery(uid)).data ?? []).filter((each): each is UnsentReply => each.kind === 'reply');
  const refusedLast = replies.toSorted((a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined));
  return new Map(refusedLast.map((reply) => [reply.conversationId, reply]));
}
