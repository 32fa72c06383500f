import type { Conversation, InboxMessage } from '../../domain/messages/contract/schema.ts';
import { useWords } from '../../ui/words-context.ts';
import { dayOf, timeOf } from '../widgets/dates.ts';
import { answerInWords, writerOf } from './message-words.ts';

export function MessageList({ messages, seenUpTo }: Pick<Conversation, 'messages' | 'seenUpTo'>) {
  return (
    <ol className="grid gap-3">
      {messages.map((message, index) => {
        const day = dayOf(message.sentAt);
        const previous = messages[index - 1];
        const isNewDay = !previous || dayOf(previous.sentAt) !== day;
        return (
          <li key={message.id} className="grid gap-3">
            {isNewDay && <p className="text-center text-[0.875rem] text-ink-soft">{day}</p>}
            <MessageText message={message} isSeen={message.id === seenUpTo} />
          </li>
        );
      })}
    </ol>
  );
}

function MessageText({ message, isSeen }: { message: InboxMessage; isSeen: boolean }) {
  const t = useWords();
  const { author, text, sentAt, heldReason } = message;
  const answer = answerInWords(message);
  const own = author === 'owner';
  const writer = writerOf(message);
  return (
    <div
      className={`grid max-w-[min(max(85%,14rem),100%,36rem)] gap-1 ${own ? 'justify-self-end' : 'justify-self-start'}`}
    >
      <div className={`rounded-card px-4 py-2.5 ${bubbleClasses(own, heldReason !== null)}`}>
        {writer === undefined ? (
          <p className="sr-only">{own ? t('thread.youWrote') : t('thread.finderWrote')}</p>
        ) : (
          <p className="mb-1 text-[0.9375rem] font-[650]">{t.rich('thread.memberWrote', { writer })}</p>
        )}
        {heldReason && <p className="mb-1 text-[0.9375rem] font-[650] text-signal">{t(`thread.held-${heldReason}`)}</p>}
        {answer && <p className="font-bold">{answer}</p>}
        {text && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        )}
      </div>
      <p className={`text-[0.875rem] text-ink-soft ${own ? 'text-end' : ''}`}>
        <time dateTime={sentAt}>{timeOf(sentAt)}</time>
        {isSeen && <> · {t('thread.seen')}</>}
      </p>
    </div>
  );
}

function bubbleClasses(own: boolean, held: boolean): string {
  if (own) return 'bg-home text-home-ink';
  return held ? 'border-2 border-dashed border-signal bg-card' : 'border-2 border-line bg-card';
}
