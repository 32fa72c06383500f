import type { UnsentReply } from '../offline/unsent-changes.ts';
import { useUnsent } from '../offline/use-unsent.ts';

/** By conversation what was written and is not with the server; of several the refused one, because it needs its person. */
export function useUnsentReplies(): Map<string, UnsentReply> {
  const refusedLast = useUnsent().replies.toSorted(
    (a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined),
  );
  return new Map(refusedLast.map((reply) => [reply.conversationId, reply]));
}
