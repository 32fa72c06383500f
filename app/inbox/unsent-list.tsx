import { ReadyWords } from '../../ui/ready-words.tsx';
import { useWords } from '../../ui/words-context.ts';
import { RefusedActions } from '../offline/refused.tsx';
import { useUnsent } from '../offline/use-unsent.ts';
import { whyRefused } from '../offline/why-refused.ts';
import type { UnsentReply } from '../unsent/kinds.ts';
import { whenOf } from '../widgets/dates.ts';

export function UnsentList({ conversationId }: { conversationId: string }) {
  const t = useWords();
  const replies = useUnsent().replies.filter((reply) => reply.conversationId === conversationId);
  if (replies.length === 0) return null;
  return (
    <ol aria-label={t('unsent.notSentYet')} className="mt-3 grid gap-3">
      {replies.map((reply) => (
        <li key={reply.key} className="grid max-w-[min(85%,36rem)] gap-1 justify-self-end">
          <div className="rounded-card border-2 border-dashed border-home bg-card px-4 py-2.5">
            <ReadyWords
              message={{ reply: reply.reply ?? null, meeting: reply.meeting ?? null }}
              className="font-bold"
            />
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {reply.text}
            </p>
          </div>
          {reply.refusal === undefined ? (
            <p className="text-end text-[0.875rem] text-ink-soft">
              <time dateTime={reply.writtenAt}>{whenOf(reply.writtenAt)}</time> · {t(stateOf(reply))}
            </p>
          ) : (
            <div className="grid gap-2">
              <p role="alert" className="text-[0.9375rem] font-[650] text-signal">
                {t('unsent.refused', { reason: whyRefused(reply) })}
              </p>
              <RefusedActions
                unsent={reply}
                again={t('unsent.again')}
                question={t('unsent.discardQuestion')}
                explanation={t('unsent.discardText')}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function stateOf({ delay }: UnsentReply) {
  if (!delay) return 'thread.sending';
  return delay === 'network' ? 'unsent.forNetwork' : 'unsent.toBeSent';
}
