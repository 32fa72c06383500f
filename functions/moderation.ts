import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { answerTold } from '../domain/moderation/answer-told.ts';
import { closeConversation } from '../domain/moderation/close-conversation.ts';
import { answer } from '../domain/moderation/contract/answer.ts';
import { heldMessage } from '../domain/moderation/contract/held.ts';
import { readingMinutes } from '../domain/moderation/contract/limits.ts';
import { openedConversation, readingReason } from '../domain/moderation/contract/reading.ts';
import { listHeldMessages, releaseHeldMessage } from '../domain/moderation/held-messages.ts';
import { openConversation, readOpenedConversation } from '../domain/moderation/open-conversation.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { conversationClosed } from './finder.ts';
import { byId, done, id, sendingKey } from './inputs.ts';
import { settledBefore } from './today.ts';

/** How administrators read what others wrote to each other. */
export const moderationFunctions = [
  defineFunction({
    name: 'openConversationAsAdmin',
    access: 'admin',
    fresh: true,
    summary: `Opens a private conversation to you for ${readingMinutes} minutes. Its owner is shown the \`reason\`, in the conversation and by email; the finder that it was read. \`about\` is the report, held message or contact request because of which you read it. The same reason while it is open does nothing more.`,
    input: byId.extend(readingReason.shape),
    output: done,
    run: async ({ user }, input, installation) => {
      const opened = await openConversation(user, input, installation);
      return opened === 'opened' ? {} : refuse(opened);
    },
  }),

  defineFunction({
    name: 'closeConversationAsAdmin',
    access: 'admin',
    summary:
      'Closes a conversation because of what it is `about`, which is settled by it. Its owner is told by email, and the finder who left an address. Closing it again tells nobody.',
    input: byId.extend({ about: readingReason.shape.about }),
    output: done,
    run: async ({ user }, input, installation) => {
      const closed = await closeConversation(user, input, installation);
      if (closed === 'closed') return {};
      return typeof closed === 'string' ? refuse(closed) : settledBefore(closed);
    },
  }),

  defineFunction({
    name: 'listHeldMessages',
    access: 'admin',
    summary:
      'The messages that are held and that their owners did not read, the newest first. Their words are read only with a reason.',
    input: pageRequest,
    output: z.strictObject({ messages: z.array(heldMessage), next }),
    run: async (_caller, request, installation) => orBadCursor(await listHeldMessages(request, installation)),
  }),

  defineFunction({
    name: 'releaseHeldMessage',
    access: 'admin',
    summary: 'Lets a held message through: its owner is told of it as of any other.',
    input: byId,
    output: done,
    run: async ({ user }, input, installation) => {
      const released = await releaseHeldMessage(user, input, installation);
      if (released === 'released') return {};
      if (released === 'closed') return conversationClosed();
      return new Refusal('not-found', { key: 'moderation.noMessage' }, { reason: released });
    },
  }),

  defineFunction({
    name: 'answerTold',
    access: 'admin',
    sends: true,
    summary:
      'Answers a report of a conversation or a contact request by email, in the language of who wrote it, with what they wrote. It is settled by it. The same `key` answers once.',
    input: byId.extend({ ...answer.shape, key: sendingKey }),
    output: done,
    run: async ({ user }, input, installation) =>
      (await answerTold(user, input, installation)) === 'answered'
        ? {}
        : new Refusal('not-found', { key: 'today.nothingToSettle' }, { reason: 'nothing-to-settle' }),
  }),

  defineFunction({
    name: 'readConversationAsAdmin',
    access: 'admin',
    summary:
      'The messages of a conversation that you opened with `openConversationAsAdmin`, the newest first page, oldest first within it. Without a reason nothing is told, not even whether there is one.',
    input: pageRequest.extend({ id }),
    output: openedConversation,
    run: async ({ user }, input, installation) => {
      const read = await readOpenedConversation(user, input, installation);
      if (read === 'not-open')
        return new Refusal('aborted', { key: 'moderation.reasonNeeded' }, { reason: 'reason-needed' });
      return orBadCursor(read);
    },
  }),
] as const;

function refuse(reason: 'no-conversation' | 'not-about-it'): Refusal {
  return reason === 'no-conversation'
    ? new Refusal('not-found', { key: 'refused.noConversation' }, { reason })
    : new Refusal('aborted', { key: 'moderation.notAboutIt' }, { reason });
}
