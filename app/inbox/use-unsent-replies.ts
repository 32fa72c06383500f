import { useUnsent } from '../offline/use-unsent.ts';
import type { UnsentReply } from '../unsent/kinds.ts';

/** One unsent answer of each conversation: a refused one, if there is one. */
export function useUnsentReplies(): Map<string, UnsentReply> {
  const refusedLast = useUnsent().replies.toSorted(
    (a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined),
  );
  return new Map(refusedLast.map((reply) => [reply.conversationId, reply]));
}
