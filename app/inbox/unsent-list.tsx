import { RefusedActions } from '../offline/refused.tsx';
import type { UnsentReply } from '../offline/unsent-changes.ts';
import { useUnsent } from '../offline/use-unsent.ts';
import { whenOf } from '../widgets/dates.ts';

/** What was written here and is not with the server yet: it waits for the network, or the server would not take it. */
export function UnsentList({ conversationId }: { conversationId: string }) {
  const replies = useUnsent().replies.filter((reply) => reply.conversationId === conversationId);
  if (replies.length === 0) return null;
  return (
    <ol aria-label="Not sent yet" className="mt-3 grid gap-3">
      {replies.map((reply) => (
        <li key={reply.key} className="grid max-w-[min(85%,36rem)] gap-1 justify-self-end">
          <div className="rounded-card border-2 border-dashed border-home bg-card px-4 py-2.5">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {reply.text}
            </p>
          </div>
          {reply.refusal === undefined ? (
            <p className="text-end text-[0.875rem] text-ink-soft">
              <time dateTime={reply.writtenAt}>{whenOf(reply.writtenAt)}</time> · {inWords(reply)}
            </p>
          ) : (
            <div className="grid gap-2">
              <p role="alert" className="text-[0.9375rem] font-[650] text-signal">
                Not sent: {reply.refusal}
              </p>
              <RefusedActions
                unsent={reply}
                again="Send again"
                question="Discard these words?"
                explanation="They were never sent, and there is no other copy."
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function inWords({ delay }: UnsentReply): string {
  if (!delay) return 'Sending…';
  return delay === 'network' ? 'Waiting for the network' : 'Waiting to be sent';
}
