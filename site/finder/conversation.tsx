import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { readyAnswers } from '../../domain/messages/contract/ready-answers.ts';
import type { Message } from '../../domain/messages/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { conversationPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { PageContext, PageMetadata } from '../document/page.ts';

export type ConversationPageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFoundConversation'>;
  /** Unique to this rendering: sending the form again sends nothing twice. */
  sendingKey: string;
  /** The messages shown are not the newest. */
  isEarlier: boolean;
  typed?: string;
  error?: string | undefined;
};

export function conversationMetadata(productName: string): PageMetadata {
  return {
    title: `Your conversation with the owner · ${productName}`,
    description: 'What you and the owner wrote about the thing you found.',
    keywords: 'lost and found, conversation',
    noindex: true,
  };
}

/** The finder's private page: what was sent, what happens next, and the owner's answer. Works without scripts. */
export function ConversationPage(props: ConversationPageProps) {
  const { context, secret, conversation, isEarlier } = props;
  const { item, messages, next, state, id } = conversation;
  const answered = messages.some(({ author }) => author === 'owner');
  const path = conversationPath(secret);
  return (
    <div className="found">
      <section className="tag-shape found-tag">
        <h1>{isEarlier ? 'Earlier messages' : answered ? 'The owner answered' : 'Sent. Thank you!'}</h1>
        <p>
          About <bdi>{item.name}</bdi>.{' '}
          {!answered &&
            !isEarlier &&
            state === 'open' &&
            'What happens next: the owner is told by e-mail and reads your message. The answer appears on this very page. Nothing to sign up for.'}
        </p>
        <p>
          <strong>Keep this private link.</strong> It is the only way back:
          <br />
          <a className="wrap-anywhere" href={path} data-share="">
            {context.publicUrl + path}
          </a>
        </p>
      </section>

      <ol className="thread" data-thread={isEarlier ? undefined : id} aria-live={isEarlier ? undefined : 'polite'}>
        {next && (
          <li className="earlier">
            <a href={conversationPath(secret, next)}>Earlier messages</a>
          </li>
        )}
        {messages.map((message) => (
          <MessageItem key={message.id} message={message} />
        ))}
      </ol>
      {isEarlier ? (
        <p>
          <a href={path}>To the newest messages</a>
        </p>
      ) : (
        <Answer {...props} />
      )}
    </div>
  );
}

function Answer({ secret, conversation, sendingKey, typed, error }: ConversationPageProps) {
  const { state, id, messages } = conversation;
  const lastOfOwner = messages.findLast(({ author }) => author === 'owner');
  if (state === 'open') {
    return (
      <form method="post" action={conversationPath(secret)} data-keep={`conversation-${id}`}>
        <input type="hidden" name="key" value={sendingKey} />
        {lastOfOwner && <input type="hidden" name="upTo" value={lastOfOwner.id} />}
        <TextArea
          label="Write to the owner"
          name="text"
          rows={3}
          maxLength={maxMessageLength}
          required
          defaultValue={typed}
          error={error}
        />
        <Button>Send</Button>
      </form>
    );
  }
  return (
    <>
      <p className="notice notice-info">The owner has closed this conversation. Nothing more can be sent here.</p>
      {typed && (
        <p className="wrap-anywhere">
          This was not sent: <q>{typed}</q>
        </p>
      )}
    </>
  );
}

function MessageItem({ message }: { message: Message }) {
  const { id, author, answer, text, sentAt, readByOwner, readByFinder } = message;
  const mine = author === 'finder';
  return (
    <li className={mine ? 'mine' : 'theirs'} data-unseen={readByFinder ? undefined : id}>
      <p className="who">
        {mine ? 'You' : 'The owner'} · <time dateTime={sentAt}>{shortTime(sentAt)}</time>
        {mine && readByOwner && ' · read'}
      </p>
      {answer && <p className="ready">{readyAnswers[answer]}</p>}
      {text && (
        <p className="said" dir="auto">
          {text}
        </p>
      )}
    </li>
  );
}

/** Day and minute in UTC: the server does not know the finder's clock. The page's script puts it right. */
function shortTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
