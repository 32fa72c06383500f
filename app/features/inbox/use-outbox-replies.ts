import type { ReplyEntry } from '../../core/outbox/entry.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';

export function useOutboxReplies(): Map<string, ReplyEntry> {
  const refusedLast = useOutbox().replies.toSorted(
    (a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined),
  );
  return new Map(refusedLast.map((reply) => [reply.about, reply]));
}
