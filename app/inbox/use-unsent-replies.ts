import type { ReplyEntry } from '../outbox/entry.ts';
import { useOutbox } from '../outbox/use-outbox.ts';

/** One unsent answer of each conversation: a refused one, if there is one. */
export function useUnsentReplies(): Map<string, ReplyEntry> {
  const refusedLast = useOutbox().replies.toSorted(
    (a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined),
  );
  return new Map(refusedLast.map((reply) => [reply.about, reply]));
}
