import type { ReactNode } from 'react';
import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { asReadyAnswer, type ReadyAnswer, yesOrNo } from '../../domain/messages/contract/ready-answers.ts';
import { isAnswerable, returnReplies } from '../../domain/messages/contract/ready-replies.ts';
import type { FinderMessage, Message } from '../../domain/messages/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { Words } from '../../language/words.ts';
import { conversationPath, conversationPicturePath, itemPath, staticPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import { ReadyHint, ReadyWords } from '../../ui/ready-words.tsx';
import { SaidDetails } from '../../ui/said-details.tsx';
import type { PageContext } from '../document/page.ts';
import { Details, LinkActions, PictureForm } from './additions.tsx';
import { type TypedDetails, typedText } from './details-form.tsx';
import { ReplyNotices } from './reply-notices.tsx';
import { SendingStatus } from './sending-status.tsx';

export type ConversationPageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFinderConversation'>;
  /** Of a conversation that is open. */
  notices?: FunctionOutput<'readReplyNotices'> | undefined;
  /** Unique to this rendering: sending the form again sends nothing twice. */
  sendingKey: string;
  /** The messages shown are not the newest. */
  isEarlier: boolean;
  /** The browser has a cookie by which a scan of the tag leads back here. */
  isRemembered: boolean;
  /** Only the messages after this one are shown: the page's script has the others. */
  since?: string | undefined;
  refused?: RefusedForm | undefined;
  /** What was just done besides writing. */
  done?: Done | undefined;
};

type Done = 'mailed' | 'deleted' | 'asked' | 'confirmed' | 'ended';

/** A form that could not be sent comes back with all that was typed. */
export type RefusedForm = {
  form: 'words' | 'details' | 'picture' | 'mail' | 'replies';
  /** Of the sending. */
  key?: string | undefined;
  text?: string | undefined;
  /** What was tapped, in words. */
  answered?: string | undefined;
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
  const { context, secret, conversation, notices, isEarlier, refused, done } = props;
  const { t } = context;
  const { item, messages, next, state } = conversation;
  const answered = hasAnswer(messages);
  const path = conversationPath(secret);
  const isAsked = !isEarlier && state === 'open' && !isBack(messages);
  const toAnswer = isAsked ? lastQuestion(messages) : undefined;
  return (
    <div className="found">
      <section className="tag-shape found-tag">
        <div data-news="">
          <h1>{heading(props, t)}</h1>
          {refused && (
            <p role="alert">
              <strong>{Object.values(refused.errors).join(' ')}</strong>
            </p>
          )}
          <p>
            {t.rich('conversation.about', { item: item.name })}{' '}
            {!answered && !isEarlier && !refused && !isDeleted(messages) && state === 'open' && t('conversation.next')}
          </p>
          {state === 'open' && (
            <p>
              {t.rich('conversation.keepLink')} {props.isRemembered && t('conversation.rescan')}
            </p>
          )}
        </div>
        <p>
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

      {done && isStillSo(done, props) && (
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
          <MessageItem key={message.id} message={message} secret={secret} t={t} isExpired={conversation.wordsExpired}>
            {message === toAnswer && <YesOrNo {...props} question={message} />}
            {message.reply === 'picture' && isAsked && <a href="#send-picture">{t('sentPicture.add')}</a>}
          </MessageItem>
        ))}
        {!isEarlier && conversation.readByOperatorAt && (
          <li className="found-small">
            {t('conversation.readByOperator', { day: dayIn(conversation.readByOperatorAt, t) })}
          </li>
        )}
      </ol>
      {isEarlier ? (
        <p>
          <a href={path}>{t('conversation.toNewest')}</a>
        </p>
      ) : (
        <>
          <Answer {...props} />
          {notices && (
            <ReplyNotices
              t={t}
              secret={secret}
              conversationId={conversation.id}
              notices={notices}
              {...refusedIn('replies', props)}
            />
          )}
          <LinkActions t={t} secret={secret} hasWords={conversation.hasWords} {...refusedIn('mail', props)} />
        </>
      )}
    </div>
  );
}

/** The address of the page may be opened again later. */
function isStillSo(done: Done, { conversation: { messages }, notices }: ConversationPageProps): boolean {
  if (done === 'deleted') return !isDeleted(messages);
  if (done === 'mailed') return true;
  const mail = notices?.mail ?? 'off';
  return mail === { asked: 'asked', confirmed: 'on', ended: 'off' }[done];
}

/** Where something was refused, nothing above it says “Sent”: on a phone the refusal itself is out of sight. */
function heading({ isEarlier, refused, conversation: { messages } }: ConversationPageProps, t: Words): string {
  if (refused) return t('screen.notSent');
  if (isEarlier) return t('conversation.earlier');
  if (isDeleted(messages)) return t('privateLink.deleted');
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
      returned={returnedIn(props)}
    />
  );
}

function answerWithoutDetails(messages: Message[]): ReadyAnswer | undefined {
  const at = messages.findLastIndex(({ answer }) => asReadyAnswer(answer));
  const isSaid = messages.slice(at + 1).some(({ details }) => details);
  return isSaid || isBack(messages) ? undefined : asReadyAnswer(messages[at]?.answer ?? null);
}

/** What was asked is settled when the thing is with its owner again. */
function isBack(messages: Message[]): boolean {
  const last = messages.findLast(({ reply }) => returnReplies.some((each) => each === reply))?.reply;
  return last !== undefined && last !== 'not-returned';
}

/** What the owner asked last, if the finder has not written since. */
function lastQuestion(messages: Message[]): Message | undefined {
  const question = messages.findLast((message) => message.author === 'finder' || isAnswerable(message));
  return question?.author === 'owner' ? question : undefined;
}

function isPictureAsked(messages: Message[]): boolean {
  const asked = messages.findLastIndex(({ reply }) => reply === 'picture');
  return asked >= 0 && !isBack(messages) && !messages.slice(asked).some(({ pictureId }) => pictureId);
}

/** The two answers to what the owner asked; with a key of their own form, each is sent once. */
function YesOrNo(props: ConversationPageProps & { question: Message }) {
  const { context, secret, sendingKey, question } = props;
  return (
    <form
      method="post"
      action={conversationPath(secret)}
      data-keep={`answer-${question.id}`}
      data-returned={returnedIn(props)}
    >
      <input type="hidden" name="key" value={sendingKey} />
      <input type="hidden" name="upTo" value={question.id} />
      <p className="link-actions">
        {yesOrNo.map((answer) => (
          <Button key={answer} variant="secondary" name="answer" value={answer}>
            {context.t(`answer.${answer}`)}
          </Button>
        ))}
      </p>
      <SendingStatus />
    </form>
  );
}

/** With what came back, no form of the page sends anything unasked. */
function returnedIn({ refused }: ConversationPageProps): string | undefined {
  return refused && (refused.key ?? '');
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
    const isAsked = isPictureAsked(messages);
    const picture = (
      <PictureForm
        t={t}
        secret={secret}
        conversationId={id}
        sendingKey={sendingKey}
        isOpen={isAsked || refused?.form === 'picture'}
        returned={returnedIn(props)}
        {...refusedIn('picture', props)}
      />
    );
    return (
      <>
        {isAsked && picture}
        <form
          method="post"
          action={conversationPath(secret)}
          data-keep={`conversation-${id}`}
          data-returned={returnedIn(props)}
        >
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
        {!isAsked && picture}
        <Superseded {...props} />
      </>
    );
  }
  const notSent = refused?.form === 'picture' ? t('sentPicture.choose') : refused?.answered;
  const typed = notSent ?? typedText({ ...refused?.details, text: refused?.text });
  return (
    <>
      <p className="notice notice-info" role="status" data-over="">
        {newOwner
          ? t.rich('conversation.handedOver', { page: (text) => <a href={itemPath(newOwner.hash)}>{text}</a> })
          : t(state === 'blocked' ? 'conversation.closed' : 'conversation.over')}
      </p>
      {typed && <p className="wrap-anywhere">{t.rich('screen.notSentText', { text: typed })}</p>}
      <Waiting {...props} names={[`conversation-${id}`, `details-${id}`, ...questionsIn(messages)]} />
      <div hidden>
        <PictureForm
          t={t}
          secret={secret}
          conversationId={id}
          sendingKey={sendingKey}
          isOpen={false}
          isOver
          returned={returnedIn(props)}
        />
      </div>
    </>
  );
}

const questionsIn = (messages: Message[]) => messages.filter(isAnswerable).map(({ id }) => `answer-${id}`);

/** A yes to an earlier question would be read as one to the last, and none is needed once the thing is back: it comes back. */
function Superseded(props: ConversationPageProps) {
  const { messages } = props.conversation;
  const shown = isBack(messages) ? undefined : lastQuestion(messages);
  return <Waiting {...props} names={questionsIn(messages.filter((message) => message !== shown))} />;
}

/** What waits on the phone for forms that are not there any more: the page's script has it refused, and its writer learns of it. */
function Waiting({ names, ...props }: ConversationPageProps & { names: string[] }) {
  return names.map((name) => (
    <form
      key={name}
      hidden
      method="post"
      action={conversationPath(props.secret)}
      data-keep={name}
      data-returned={returnedIn(props)}
    />
  ));
}

function hasAnswer(messages: Message[]): boolean {
  return messages.some(({ author }) => author === 'owner');
}

/** Nothing is left that anybody could read. */
function isDeleted(messages: Message[]): boolean {
  return messages.every(({ author, deleted }) => author === 'finder' && deleted);
}

type MessageItemProps = { message: FinderMessage; secret: string; t: Words; isExpired: boolean; children: ReactNode };

function MessageItem({ message, secret, t, isExpired, children }: MessageItemProps) {
  const { id, author, by, answer, text, language, details, pictureId } = message;
  const { deleted, hidden, sentAt, readByOwner, readByFinder, scam } = message;
  const mine = author === 'finder';
  return (
    <li className={mine ? 'mine' : 'theirs'} data-unseen={readByFinder ? undefined : id}>
      <p className="who">
        {mine ? t('conversation.you') : by ? t.rich('conversation.forOwner', { name: by }) : t('conversation.owner')} ·{' '}
        <time dateTime={sentAt}>{shortTime(sentAt, t)}</time>
        {mine && !hidden && !deleted && ` · ${t(readByOwner ? 'conversation.read' : 'conversation.isSent')}`}
      </p>
      {answer && <p className="ready">{t(`answer.${answer}`)}</p>}
      <ReadyWords message={message} className="ready" />
      {text && (
        <p className="said" dir="auto" lang={language ?? undefined}>
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
      {deleted && !hidden && <p className="found-small">{t(isExpired ? 'said.expired' : 'said.deleted')}</p>}
      {hidden && (
        <p>
          {t(`said.${hidden}`)} {mine && <a href={staticPath('contact')}>{t('said.askWhy')}</a>}
        </p>
      )}
      <ReadyHint message={message} className="found-small" />
      {children}
    </li>
  );
}

function dayIn(iso: string, t: Words): string {
  return t.date(new Date(iso), { dateStyle: 'long', timeZone: 'UTC' });
}

/** Day and minute in UTC: the server does not know the finder's clock. The page's script puts it right. */
function shortTime(iso: string, t: Words): string {
  const inUtc = t.date(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${inUtc} UTC`;
}
