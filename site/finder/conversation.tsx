import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import type { ReadyAnswer } from '../../domain/messages/contract/ready-answers.ts';
import type { Message } from '../../domain/messages/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { Words } from '../../language/words.ts';
import { conversationPath, conversationPicturePath, itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import { SaidDetails } from '../../ui/said-details.tsx';
import type { PageContext } from '../document/page.ts';
import { Details, LinkActions, PictureForm } from './additions.tsx';
import type { TypedDetails } from './details-form.tsx';
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
  refused?: RefusedForm | undefined;
  /** What was just done besides writing. */
  done?: 'mailed' | 'deleted' | undefined;
};

/** A form that could not be sent comes back with all that was typed. */
export type RefusedForm = {
  form: 'words' | 'details' | 'picture' | 'mail';
  text?: string | undefined;
  details?: TypedDetails;
  email?: string | undefined;
  /** By field, and for the whole form. */
  errors: Record<string, string>;
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

/** The finder's private page: what was sent, what happens next, where the thing is, and the owner's answer. Works without scripts. */
export function ConversationPage(props: ConversationPageProps) {
  const { context, secret, conversation, isEarlier, done } = props;
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

      {done && (
        <p className="notice notice-success" role="status">
          {t(`privateLink.${done}`)}
        </p>
      )}
      {!isEarlier && <Asked {...props} />}

      <ol className="thread" {...(!isEarlier && liveThread(props))}>
        {next && (
          <li className="earlier">
            <a href={conversationPath(secret, next)}>{t('conversation.earlier')}</a>
          </li>
        )}
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} secret={secret} t={t} />
        ))}
      </ol>
      {isEarlier ? (
        <p>
          <a href={path}>{t('conversation.toNewest')}</a>
        </p>
      ) : (
        <>
          <Answer {...props} />
          <LinkActions t={t} secret={secret} {...refusedIn('mail', props)} />
        </>
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

/** After one tap the page asks where the thing is; the message is sent already. */
function Asked(props: ConversationPageProps) {
  const answer = answerWithoutDetails(props.conversation.messages);
  return props.conversation.state === 'open' && answer ? <DetailsOf {...props} answer={answer} /> : null;
}

function DetailsOf({ answer, ...props }: ConversationPageProps & { answer?: ReadyAnswer }) {
  const { context, secret, conversation, sendingKey, refused } = props;
  return (
    <Details
      t={context.t}
      secret={secret}
      conversationId={conversation.id}
      sendingKey={sendingKey}
      answer={answer}
      isAsked={answer !== undefined}
      isOpen={refused?.form === 'details'}
      typed={refused?.details}
      errors={refused?.form === 'details' ? refused.errors : undefined}
    />
  );
}

function answerWithoutDetails(messages: Message[]): ReadyAnswer | undefined {
  const at = messages.findLastIndex(({ answer }) => answer);
  const isSaid = messages.slice(at + 1).some(({ details }) => details);
  return isSaid ? undefined : (messages[at]?.answer ?? undefined);
}

function refusedIn(form: RefusedForm['form'], { refused }: ConversationPageProps) {
  if (refused?.form !== form) return {};
  const { email, errors } = refused;
  return { email, error: Object.values(errors).join(' ') };
}

function Answer(props: ConversationPageProps) {
  const { context, secret, conversation, sendingKey, refused } = props;
  const { t } = context;
  const { state, id, messages, newOwner } = conversation;
  const lastOfOwner = messages.findLast(({ author }) => author === 'owner');
  const error = refused?.form === 'words' ? (refused.errors.text ?? Object.values(refused.errors)[0]) : undefined;
  if (state === 'open') {
    return (
      <>
        <form method="post" action={conversationPath(secret)} data-keep={`conversation-${id}`}>
          <input type="hidden" name="key" value={sendingKey} />
          {lastOfOwner && <input type="hidden" name="upTo" value={lastOfOwner.id} />}
          <TextArea
            label={t('conversation.write')}
            name="text"
            rows={3}
            maxLength={maxMessageLength}
            aria-required
            defaultValue={refused?.text}
            error={error}
          />
          <Button>{t('conversation.send')}</Button>
          <SendingStatus />
        </form>
        {!answerWithoutDetails(messages) && <DetailsOf {...props} />}
        <PictureForm
          t={t}
          secret={secret}
          conversationId={id}
          sendingKey={sendingKey}
          {...refusedIn('picture', props)}
        />
      </>
    );
  }
  const typed = [refused?.text, ...Object.values(refused?.details ?? {})].filter(Boolean).join(' · ');
  return (
    <>
      <p className="notice notice-info">
        {newOwner
          ? t.rich('conversation.handedOver', { page: (text) => <a href={itemPath(newOwner.hash)}>{text}</a> })
          : t(state === 'blocked' ? 'conversation.closed' : 'conversation.over')}
      </p>
      {typed && <p className="wrap-anywhere">{t.rich('screen.notSentText', { text: typed })}</p>}
    </>
  );
}

function hasAnswer(messages: Message[]): boolean {
  return messages.some(({ author }) => author === 'owner');
}

function MessageItem({ message, secret, t }: { message: Message; secret: string; t: Words }) {
  const { id, author, answer, text, details, pictureId, deleted, sentAt, readByOwner, readByFinder, scam } = message;
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
      {scam && !mine && <p className="notice notice-error">{t(`scam.${scam}`)}</p>}
      {details && <SaidDetails details={details} className="said" />}
      {pictureId && (
        <a href={conversationPicturePath(secret, pictureId, '1600')}>
          <img
            src={conversationPicturePath(secret, pictureId, '320')}
            alt={t('sentPicture.enlarge')}
            width="160"
            height="160"
            loading="lazy"
          />
        </a>
      )}
      {deleted && <p className="found-small">{t('said.deleted')}</p>}
    </li>
  );
}

/** Day and minute in UTC: the server does not know the finder's clock. The page's script puts it right. */
function shortTime(iso: string, t: Words): string {
  const inUtc = t.date(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${inUtc} UTC`;
}
