import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { isAnswerable, type ReadyAnswer, yesOrNo } from '../../domain/messages/contract/ready-replies.ts';
import type { Message } from '../../domain/messages/contract/schema.ts';
import { conversationPath, conversationStepPath, itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { LinkLine } from '../document/link-line.tsx';
import { FoldedOnceAnswered, PictureForm } from './additions.tsx';
import {
  answerWithoutDetails,
  type ConversationPageProps,
  hasAnswer,
  isBack,
  isPictureAsked,
  lastQuestion,
  returnedIn,
} from './conversation-state.ts';
import { DetailsForm, typedText } from './details-form.tsx';
import { KeptForm } from './form-here.tsx';

/** After one tap the page asks where the thing is; the message is sent already. */
export function Asked(props: ConversationPageProps) {
  const answer = answerWithoutDetails(props.conversation.messages);
  return props.conversation.state === 'open' && answer ? <DetailsOf {...props} answer={answer} /> : null;
}

/** The two answers to what the owner asked; with a key of their own form, each is sent once. */
export function YesOrNoForm(props: ConversationPageProps & { question: Message }) {
  const { context, secret, idempotencyKey, question } = props;
  const name = answerName(props.conversation, question);
  return (
    <KeptForm action={conversationPath(secret)} {...{ name, idempotencyKey }} returned={returnedIn(props)}>
      <input type="hidden" name="upTo" value={question.id} />
      <p className="link-actions">
        {yesOrNo.map((answer) => (
          <Button key={answer} variant="secondary" name="answer" value={answer}>
            {context.t(`answer.${answer}`)}
          </Button>
        ))}
      </p>
    </KeptForm>
  );
}

export function Answer(props: ConversationPageProps) {
  const { context, secret, conversation, idempotencyKey, refused } = props;
  const { t } = context;
  const { state, id, messages, newOwner } = conversation;
  const lastOfOwner = messages.findLast(({ author }) => author === 'owner');
  const error = refused?.form === 'words' ? (refused.errors.text ?? Object.values(refused.errors)[0]) : undefined;
  if (state === 'open') {
    const isAsked = isPictureAsked(messages);
    const picture = <PictureForm {...props} />;
    return (
      <>
        {isAsked && picture}
        <KeptForm
          action={conversationPath(secret)}
          name={`conversation-${id}`}
          idempotencyKey={idempotencyKey}
          returned={returnedIn(props)}
          empty={t('error.messageEmpty')}
        >
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
        </KeptForm>
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
      <p className="alert alert-info" role="status" data-over="">
        {newOwner
          ? t.rich('conversation.handedOver', { page: (text) => <a href={itemPath(newOwner.hash)}>{text}</a> })
          : t(state === 'blocked' ? 'conversation.closed' : 'conversation.over')}
      </p>
      {typed && <p className="wrap-anywhere">{t.rich('screen.notSentText', { text: typed })}</p>}
      <Waiting {...props} names={[`conversation-${id}`, `details-${id}`, ...questionsIn(conversation)]} />
      <PictureForm {...props} />
    </>
  );
}

/** Where the thing is: asked for after one tap, offered otherwise. */
function DetailsOf({ answer, ...props }: ConversationPageProps & { answer?: ReadyAnswer }) {
  const { context, secret, conversation, idempotencyKey, refused } = props;
  const { t } = context;
  const isRefused = refused?.form === 'details';
  const form = (
    <>
      <DetailsForm
        {...{ t, secret, idempotencyKey, answer }}
        conversationId={conversation.id}
        category={conversation.item.category}
        typed={refused?.details}
        errors={isRefused ? refused.errors : undefined}
        returned={returnedIn(props)}
      />
      <LinkLine href={conversationStepPath(secret, 'place')}>{t('details.toPosition')}</LinkLine>
    </>
  );
  const title = t('details.say');
  return (
    <FoldedOnceAnswered
      name="details"
      heading={answer ? t(`details.ask-${answer}`) : title}
      title={title}
      isFolded={!answer || hasAnswer(conversation.messages)}
      isOpen={isRefused}
    >
      {form}
    </FoldedOnceAnswered>
  );
}

/** A yes to an earlier question would be read as one to the last, and none is needed once the thing is back: it comes back. */
function Superseded(props: ConversationPageProps) {
  const { conversation } = props;
  const shown = isBack(conversation.messages) ? undefined : lastQuestion(conversation.messages);
  return <Waiting {...props} names={questionsIn(conversation, shown)} />;
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

const questionsIn = (conversation: FinderConversation, shown?: Message) =>
  conversation.messages
    .filter((message) => isAnswerable(message) && message !== shown)
    .map((question) => answerName(conversation, question));

type FinderConversation = ConversationPageProps['conversation'];

/** With the conversation at its end, as what “Delete all” forgets (send-here.ts). */
const answerName = ({ id }: FinderConversation, question: Message) => `answer-${question.id}-${id}`;
