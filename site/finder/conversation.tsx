import type { Message } from '../../domain/messages/contract/schema.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPath } from '../../paths/paths.ts';
import { longDay } from '../../ui/dates.ts';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import { LinkLine } from '../document/link-line.tsx';
import { metadataIn, type PageContext } from '../document/page.ts';
import { LinkActions } from './additions.tsx';
import { Answer, Asked, YesOrNoForm } from './conversation-answer.tsx';
import { MessageItem } from './conversation-message.tsx';
import {
  type ConversationPageProps,
  hasAnswer,
  isBack,
  isDeleted,
  keptFromOwner,
  lastQuestion,
} from './conversation-state.ts';
import { GetAnswer } from './get-answer.tsx';

export function conversationMetadata({ t, brand }: PageContext, messages: Message[]): PageMetadata {
  const metadata = metadataIn('conversation')(t, brand);
  if (!hasAnswer(messages)) return metadata;
  return { ...metadata, title: t('conversation.answeredTitle', { product: brand.productName }) };
}

/** The finder's private page: what was sent, what happens next, where the thing is, and the owner's answer. Works without scripts. */
export function ConversationPage(props: ConversationPageProps) {
  const { context, secret, conversation, isEarlier, refused, done } = props;
  const { t } = context;
  const { item, messages, next, state } = conversation;
  const answered = hasAnswer(messages);
  const isWithOwner = !isDeleted(messages) && !keptFromOwner(messages);
  const path = conversationPath(secret);
  const isOpen = state === 'open';
  const isExpected = isOpen && !answered && !refused && isWithOwner;
  const isAsked = !isEarlier && isOpen && !isBack(messages);
  const toAnswer = isAsked ? lastQuestion(messages) : undefined;
  return (
    <div className="found">
      <section className="tag-shape found-tag" data-news="">
        <h1>{heading(props, t)}</h1>
        {refused && (
          <p role="alert">
            <strong>{[...new Set(Object.values(refused.errors))].join(' ')}</strong>
          </p>
        )}
        <p>{t.rich('conversation.about', { item: item.name })}</p>
      </section>

      {done && isStillSo(props) && (
        <p className="alert alert-success" role="status">
          {t(`privateLink.${done}`)}
        </p>
      )}
      <p className="sr-only" role="status" data-tells={t('conversation.answered')} />
      <ol className="thread" {...(!isEarlier && liveThread(props))}>
        {next && (
          <li className="earlier">
            <a href={conversationPath(secret, next)}>{t('conversation.earlier')}</a>
          </li>
        )}
        {messages.map((message) => (
          <MessageItem
            {...{ message, secret, t }}
            key={message.id}
            category={item.category}
            isExpired={conversation.wordsExpired}
          >
            {message === toAnswer && <YesOrNoForm {...props} question={message} />}
            {message.reply === 'picture' && isAsked && <a href="#send-picture">{t('sentPicture.add')}</a>}
          </MessageItem>
        ))}
        {!isEarlier && conversation.readByOperatorAt && (
          <li className="found-small">
            {t('conversation.readByOperator', { day: longDay(conversation.readByOperatorAt, t) })}
          </li>
        )}
      </ol>
      {isEarlier ? (
        <LinkLine href={path}>{t('conversation.toNewest')}</LinkLine>
      ) : (
        <>
          <p data-news="" hidden={!isExpected}>
            {isExpected && t('conversation.next')}
          </p>
          {isOpen && !answered && <GetAnswer {...props} />}
          {!answered && <Asked {...props} />}
          <Answer {...props} />
          {answered && <Asked {...props} />}
          {isOpen && answered && <GetAnswer {...props} />}
          <LinkActions {...props} />
        </>
      )}
    </div>
  );
}

/** The address of the page may be opened again later. What is on stands beside the ways to get the answer. */
function isStillSo({ done, conversation: { messages }, notifications }: ConversationPageProps): boolean {
  if (done !== 'deleted' && done !== 'ended') return false;
  if (done === 'deleted') return !isDeleted(messages);
  return (notifications?.mail ?? 'off') === 'off';
}

/** Where something was refused, nothing above it says “Sent”: on a phone the refusal itself is out of sight. */
function heading({ isEarlier, refused, conversation: { messages } }: ConversationPageProps, t: Translations): string {
  if (refused) return t('screen.notSent');
  if (isEarlier) return t('conversation.earlier');
  if (isDeleted(messages)) return t('privateLink.deleted');
  const kept = keptFromOwner(messages);
  if (kept) return t(`said.${kept}`);
  return t(hasAnswer(messages) ? 'conversation.answered' : 'conversation.sent');
}

/** What the page's scripts need: how many of the rows no longer change, after which message the others begin, and whether the limits hold one. */
function liveThread({ conversation: { id, messages, messagesChangedAt, next }, since }: ConversationPageProps) {
  const open = messages.findIndex(({ author, readByOwner, readByFinder }) =>
    author === 'finder' ? !readByOwner : !readByFinder,
  );
  const settled = open < 0 ? messages.length : open;
  return {
    'data-thread': id,
    'data-since': messages[settled - 1]?.id ?? since ?? '',
    'data-settled': settled + (next ? 1 : 0),
    'data-part': since && '',
    'data-changed': messagesChangedAt ?? '',
    'data-held': messages.some(({ heldReason, hidden }) => heldReason === 'too-many' && !hidden) ? '' : undefined,
  } as const;
}
