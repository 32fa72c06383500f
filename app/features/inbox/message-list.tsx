import { returnReplies } from '../../../domain/messages/contract/ready-replies.ts';
import type { Conversation, InboxMessage } from '../../../domain/messages/contract/schema.ts';
import { sentPicturePath, staticPath } from '../../../paths/paths.ts';
import { Icon } from '../../../ui/icon.tsx';
import { positionInWords } from '../../../ui/place.tsx';
import { ReadyHint, ReadyWords } from '../../../ui/ready-words.tsx';
import { SaidDetails } from '../../../ui/said-details.tsx';
import { t } from '../../core/document/app-translations.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { answerInWords, isWordless, writerOf } from './message-words.ts';
import { UndoReturned } from './send-reply.tsx';

type MessageListProps = Pick<Conversation, 'id' | 'messages' | 'seenUpTo' | 'wordsExpired'> & { isOpen: boolean };

export function MessageList({ id, messages, seenUpTo, wordsExpired, isOpen }: MessageListProps) {
  const lastOwn = messages.findLast(({ author }) => author === 'owner')?.id;
  const aboutReturn = messages.findLast(({ reply }) => returnReplies.some((each) => each === reply));
  return (
    <ol className="grid gap-3">
      {messages.map((message, index) => {
        const day = dayOf(message.sentAt);
        const previous = messages[index - 1];
        const isNewDay = !previous || dayOf(previous.sentAt) !== day;
        return (
          <li key={message.id} className="grid gap-3">
            {isNewDay && <p className="text-center text-[0.875rem] text-ink-soft">{day}</p>}
            <MessageText
              message={message}
              isExpired={wordsExpired}
              mark={message.id === seenUpTo ? 'seen' : message.id === lastOwn ? 'sent' : undefined}
            />
            {isOpen && message === aboutReturn && message.reply === 'returned' && (
              <div className="justify-self-end">
                <UndoReturned conversationId={id} upTo={message.id} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type MessageTextProps = { message: InboxMessage; isExpired: boolean; mark: 'seen' | 'sent' | undefined };

function MessageText({ message, isExpired, mark }: MessageTextProps) {
  const { author, text, language, details, meeting, pictureId, deleted, hidden, sentAt, heldReason, scam } = message;
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
        {heldReason && !hidden && (
          <p className="mb-1 text-[0.9375rem] font-[650] text-signal">{t(`thread.held-${heldReason}`)}</p>
        )}
        {answer && <p className="font-bold">{answer}</p>}
        <ReadyWords message={message} className="font-bold" />
        {text && (
          <p dir="auto" lang={language ?? undefined} className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </p>
        )}
        {scam && !own && <p className="alert alert-error my-1">{t(`scam.${scam}`)}</p>}
        {details && <Details details={details} />}
        {pictureId && <Picture id={pictureId} />}
        {deleted && !hidden && <p className="text-ink-soft">{t(isExpired ? 'said.expired' : 'said.deleted')}</p>}
        {isWordless(message) && <p className="text-ink-soft">{t('thread.wordless')}</p>}
        {hidden && (
          <p>
            {t(`said.${hidden}`)}{' '}
            {own && (
              <a href={staticPath('contact')} className="text-inherit">
                {t('said.askWhy')}
              </a>
            )}
          </p>
        )}
        {meeting && <ReadyHint message={message} className="mt-1 text-[0.9375rem]" />}
      </div>
      <p className={`text-[0.875rem] text-ink-soft ${own ? 'text-end' : ''}`}>
        <time dateTime={sentAt}>{timeOf(sentAt)}</time>
        {mark && (
          <>
            {' · '}
            {t(`thread.${mark}`)} <Ticks of={mark} />
          </>
        )}
      </p>
    </div>
  );
}

/** One for sent, two for seen, as messengers draw them. */
function Ticks({ of: mark }: { of: 'seen' | 'sent' }) {
  return (
    <span className="inline-flex align-middle">
      <Icon name="check" className="size-4" />
      {mark === 'seen' && <Icon name="check" className="-ms-2.5 size-4" />}
    </span>
  );
}

function Details({ details }: { details: NonNullable<InboxMessage['details']> }) {
  const { position } = details;
  return (
    <div className="my-1 grid gap-1 border-s-4 border-home ps-3">
      <SaidDetails details={details} className="wrap-anywhere whitespace-pre-wrap" />
      {position && <CopyButton text={positionInWords(position)} />}
    </div>
  );
}

function Picture({ id }: { id: string }) {
  return (
    <a href={sentPicturePath(id, '1600')} target="_blank" rel="noreferrer" className="inline-block">
      <img
        src={sentPicturePath(id, '320')}
        alt={t('thread.enlarge')}
        width="160"
        height="160"
        loading="lazy"
        className="my-1 size-40 rounded-control bg-paper object-cover"
      />
    </a>
  );
}

function bubbleClasses(own: boolean, held: boolean): string {
  if (own) return 'bg-home text-home-ink';
  return held ? 'border-2 border-dashed border-signal bg-card' : 'border-2 border-line bg-card';
}
