import {
  asReadyAnswer,
  isAnswerable,
  type ReadyAnswer,
  returnReplies,
} from '../../domain/messages/contract/ready-replies.ts';
import type { Message } from '../../domain/messages/contract/schema.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import type { PageContext } from '../document/page.ts';
import type { TypedDetails } from './details-form.tsx';

export function hasAnswer(messages: Message[]): boolean {
  return messages.some(({ author }) => author === 'owner');
}

export function isDeleted(messages: Message[]): boolean {
  return messages.every(({ author, deleted }) => author === 'finder' && deleted);
}

/** Of what the finder sent, nothing reaches the owner: the last of it is hidden. @returns how */
export function keptFromOwner(messages: Message[]): Message['hidden'] {
  const isKept = messages.every(({ author, deleted, hidden }) => author === 'finder' && (deleted || hidden));
  return isKept ? (messages.at(-1)?.hidden ?? null) : null;
}

export function isBack(messages: Message[]): boolean {
  const last = messages.findLast(({ reply }) => returnReplies.some((each) => each === reply))?.reply;
  return last !== undefined && last !== 'not-returned';
}

export function lastQuestion(messages: Message[]): Message | undefined {
  const question = messages.findLast((message) => message.author === 'finder' || isAnswerable(message));
  return question?.author === 'owner' ? question : undefined;
}

export function isPictureAsked(messages: Message[]): boolean {
  const asked = messages.findLastIndex(({ reply }) => reply === 'picture');
  return asked >= 0 && !isBack(messages) && !messages.slice(asked).some(({ pictureId }) => pictureId);
}

export function answerWithoutDetails(messages: Message[]): ReadyAnswer | undefined {
  const at = messages.findLastIndex(({ answer }) => asReadyAnswer(answer));
  const isSaid = messages.slice(at + 1).some(({ details }) => details);
  return isSaid || isBack(messages) ? undefined : asReadyAnswer(messages[at]?.answer ?? null);
}

export type ConversationPageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFinderConversation'>;
  notifications?: FunctionOutput<'readReplyNotifications'> | undefined;
  idempotencyKey: string;
  isEarlier: boolean;
  /** The browser has a cookie by which a scan of the tag leads back here. */
  isRemembered: boolean;
  /** Only the messages after this one are shown: the page's script has the others. */
  since?: string | undefined;
  refused?: RefusedForm | undefined;
  done?: (typeof conversationDone)[number] | undefined;
};

/** What the address of the page may say was just done. */
export const conversationDone = ['deleted', 'asked', 'confirmed', 'ended'] as const;

export type RefusedForm = {
  form: 'words' | 'details' | 'picture' | 'replies';
  key?: string | undefined;
  text?: string | undefined;
  answered?: string | undefined;
  details?: TypedDetails;
  email?: string | undefined;
  errors: Record<string, string>;
};

/** With what came back, no form of the page sends anything unasked. */
export function returnedIn({ refused }: ConversationPageProps): string | undefined {
  return refused && (refused.key ?? '');
}
