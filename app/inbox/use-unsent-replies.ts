import type { ReplyEntry } from '../outbox/entry.ts';
import { useOutbox } from '../outbox/use-outbox.ts';

export function useUnsentReplies(): Map<string, ReplyEntry> {
  const refusedLast = useOutbox().replies.toSorted(
    (a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined),
  );
  return new Map(refusedLast.map((reply) => [reply.about, reply]));
}
