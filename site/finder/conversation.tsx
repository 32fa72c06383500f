import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import type { Message } from '../../domain/messages/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { Words } from '../../language/words.ts';
import { conversationPath, itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import type { PageContext } from '../document/page.ts';
import { SendingStatus } from './sending-status.tsx';

export type ConversationPageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFinderConversation'>;
  /** Unique to this rendering: sending the form again sends nothing twice. */
  sendingKey: string;
  /** The messages shown are not the newest. */
  isEarlier: boolean;
  /** Only the messages after this one are shown: the page's script has the others. */
  since?: string | undefined;
  typed?: string;
  error?: string | undefined;
};

export function conversationMetadata({ t, brand }: PageContext, messages: Message[]): PageMetadata {
  const product = brand.productName;
  return {
    title: hasAnswer(messages) ? t('conversation.answeredTitle', { product }) : t('conversation.title', { product }),
    description: t('conversation.description'),
    keywords: t('conversation.keywords'),
    noindex: true,
  };
}

/** The finder's private page: what was sent, what happens next, and the owner's answer. Works without scripts. */
export function ConversationPage(props: ConversationPageProps) {
  const { context, secret, conversation, isEarlier } = props;
  const { t } = context;
  const { item, messages, next, state } = conversation;
  const answered = hasAnswer(messages);
  const path = conversationPath(secret);
  return (
    <div className="found">
      <section className="tag-shape found-tag">
        <div data-news="">
          <h1>
            {isEarlier ? t('conversation.earlier') : answered ? t('conversation.answered') : t('conversation.sent')}
          </h1>
          <p>
            {t.rich('conversation.about', { item: item.name })}{' '}
            {!answered && !isEarlier && state === 'open' && t('conversation.next')}
          </p>
        </div>
        <p>
          {t.rich('conversation.keepLink')}
          <br />
          <a className="wrap-anywhere" dir="ltr" href={path}>
            {context.publicUrl + path}
          </a>
        </p>
        <p className="link-actions">
          <Button type="button" variant="secondary" data-copied={t('conversation.copied')} hidden>
            {t('conversation.copy')}
          </Button>
          <Button type="button" variant="secondary" data-share="" hidden>
            {t('conversation.share')}
          </Button>
        </p>
      </section>

      <ol className="thread" {...(!isEarlier && liveThread(props))}>
        {next && (
          <li className="earlier">
            <a href={conversationPath(secret, next)}>{t('conversation.earlier')}</a>
          </li>
        )}
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} t={t} />
        ))}
      </ol>
      {isEarlier ? (
        <p>
          <a href={path}>{t('conversation.toNewest')}</a>
        </p>
      ) : (
        <Answer {...props} />
      )}
    </div>
  );
}

/** What the page's script needs to read on: how many of the rows no longer change, and after which message the others begin. */
function liveThread({ conversation: { id, messages, next }, since }: ConversationPageProps) {
  const open = messages.findIndex(({ author, readByOwner, readByFinder }) =>
    author === 'finder' ? !readByOwner : !readByFinder,
  );
  const settled = open < 0 ? messages.length : open;
  return {
    'data-thread': id,
    'data-since': messages[settled - 1]?.id ?? since ?? '',
    'data-settled': settled + (next ? 1 : 0),
    'data-part': since && '',
    'aria-live': 'polite',
  } as const;
}

function Answer({ context: { t }, secret, conversation, sendingKey, typed, error }: ConversationPageProps) {
  const { state, id, messages, newOwner } = conversation;
  const lastOfOwner = messages.findLast(({ author }) => author === 'owner');
  if (state === 'open') {
    return (
      <form method="post" action={conversationPath(secret)} data-keep={`conversation-${id}`}>
        <input type="hidden" name="key" value={sendingKey} />
        {lastOfOwner && <input type="hidden" name="upTo" value={lastOfOwner.id} />}
        <TextArea
          label={t('conversation.write')}
          name="text"
          rows={3}
          maxLength={maxMessageLength}
          aria-required
          defaultValue={typed}
          error={error}
        />
        <Button>{t('conversation.send')}</Button>
        <SendingStatus />
      </form>
    );
  }
  return (
    <>
      <p className="notice notice-info">
        {newOwner
          ? t.rich('conversation.handedOver', { page: (text) => <a href={itemPath(newOwner.hash)}>{text}</a> })
          : t('conversation.closed')}
      </p>
      {typed && <p className="wrap-anywhere">{t.rich('screen.notSentText', { text: typed })}</p>}
    </>
  );
}

function hasAnswer(messages: Message[]): boolean {
  return messages.some(({ author }) => author === 'owner');
}

function MessageItem({ message, t }: { message: Message; t: Words }) {
  const { id, author, answer, text, sentAt, readByOwner, readByFinder } = message;
  const mine = author === 'finder';
  return (
    <li className={mine ? 'mine' : 'theirs'} data-unseen={readByFinder ? undefined : id}>
      <p className="who">
        {mine ? t('conversation.you') : t('conversation.owner')} · <time dateTime={sentAt}>{shortTime(sentAt, t)}</time>
        {mine && readByOwner && ` · ${t('conversation.read')}`}
      </p>
      {answer && <p className="ready">{t(`answer.${answer}`)}</p>}
      {text && (
        <p className="said" dir="auto">
          {text}
        </p>
      )}
    </li>
  );
}

/** Day and minute in UTC: the server does not know the finder's clock. The page's script puts it right. */
function shortTime(iso: string, t: Words): string {
  const inUtc = t.date(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${inUtc} UTC`;
}
