import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import {
  conversation,
  conversationSummary,
  type InboxMessage,
  inboxMessage,
  ownersReply,
  thanks,
} from '../domain/messages/contract/schema.ts';
import * as inbox from '../domain/messages/inbox.ts';
import * as owner from '../domain/messages/owner-side.ts';
import { markReturnedByFinder, undoReturnedByFinder } from '../domain/messages/returned.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { id, noSuchMessage, sendingKey } from './inputs.ts';
import { overLimit } from './over-limit.ts';

const byId = z.object({ id });
const noSuchConversation = () =>
  new Refusal('not-found', { key: 'refused.noConversation' }, { reason: 'no-conversation' });

function orRefused(sent: owner.SentReply): InboxMessage | Refusal {
  if (sent === 'closed') return closed();
  if (sent === 'bad-message-id') return noSuchMessage();
  if (sent && 'state' in sent) return overLimit({ key: 'error.manyInConversation' }, sent);
  return sent ?? noSuchConversation();
}

const closed = () => new Refusal('aborted', { key: 'refused.conversationClosed' }, { reason: 'conversation-closed' });

export const messageFunctions = [
  defineFunction({
    name: 'listConversations',
    access: 'user',
    summary:
      'Your conversations with finders, and those about items that are shared with you (`sharedBy`), the one with the newest message first. `by` says who wrote in the owner’s place when it was not you.',
    input: pageRequest,
    output: z.strictObject({ conversations: z.array(conversationSummary), next }),
    run: async ({ user }, input, installation) => orBadCursor(await inbox.listConversations(user, input, installation)),
  }),

  defineFunction({
    name: 'readConversation',
    access: 'user',
    summary:
      'One of your conversations with its newest messages, oldest first; `next` leads to earlier ones. With `since`, the id of a message, only what came after it; `next` then says that there is more between.',
    input: pageRequest.extend({ id, since: id.optional() }),
    output: conversation,
    run: async ({ user }, input, installation) => {
      const found = await inbox.readConversation(user, input, installation);
      if (found === 'bad-message-id') return noSuchMessage('since');
      return found ? orBadCursor(found) : noSuchConversation();
    },
  }),

  defineFunction({
    name: 'markConversationRead',
    access: 'user',
    summary:
      'Marks the messages up to `upTo`, the id of one of them, as read; answers how many of yours are unread now.',
    input: z.object({ id, upTo: id }),
    output: z.strictObject({ unread: z.number() }),
    run: async ({ user }, input, installation) => {
      const unread = await owner.markConversationRead(user, input, installation);
      return unread === null ? noSuchMessage() : { unread };
    },
  }),

  defineFunction({
    name: 'countUnread',
    access: 'user',
    duringMaintenance: 'as-tag-pages',
    summary: 'How many messages you have not read, counted up to 1,000.',
    input: z.object({}),
    output: z.strictObject({ unread: z.number() }),
    run: async ({ user }, _input, installation) => ({ unread: await owner.countUnread(user, installation) }),
  }),

  defineFunction({
    name: 'replyToFinder',
    access: 'user',
    sends: true,
    summary:
      'Sends a message to the finder, as the owner or as somebody who shares the item: `text`, a ready `reply` which the finder reads in their language, or a `meeting` place, with or without words. `reply: mark` asks for a private mark in your words. The same `key` sends it once. Marks what it answers as read: the messages up to `upTo`, the id of the last one that you were shown; without it, all that came so far.',
    input: ownersReply.safeExtend({ conversationId: id, key: sendingKey, upTo: id.optional() }),
    output: inboxMessage,
    run: async ({ user, language }, input, installation) =>
      orRefused(await owner.replyToFinder(user, { ...input, language }, installation)),
  }),

  defineFunction({
    name: 'markReturnedByFinder',
    access: 'user',
    sends: true,
    summary:
      'Marks the item of the conversation as returned and thanks its finder, in their language, with your `text` if there is one. Other open conversations about the item are told. The same `key` does it once.',
    input: thanks.extend({ conversationId: id, key: sendingKey }),
    output: inboxMessage,
    run: async ({ user, language }, input, installation) =>
      orRefused(await markReturnedByFinder(user, { ...input, language }, installation)),
  }),

  defineFunction({
    name: 'undoReturnedByFinder',
    access: 'user',
    sends: true,
    summary:
      'Takes `markReturnedByFinder` back: the item is missing again, if it was, and all who were told read that it was a mistake.',
    input: z.object({ conversationId: id, key: sendingKey }),
    output: inboxMessage,
    run: async ({ user }, input, installation) => {
      const sent = await undoReturnedByFinder(user, input, installation);
      return sent === 'not-returned'
        ? new Refusal('aborted', { key: 'refused.notReturned' }, { reason: 'not-returned' })
        : orRefused(sent);
    },
  }),

  defineFunction({
    name: 'blockConversation',
    access: 'user',
    summary: 'The finder can no longer write in this conversation.',
    input: byId,
    output: z.strictObject({}),
    run: async ({ user }, { id }, installation) =>
      (await owner.blockConversation(user, id, installation)) ? {} : noSuchConversation(),
  }),

  defineFunction({
    name: 'unblockConversation',
    access: 'user',
    summary: 'The finder can write in this conversation again.',
    input: byId,
    output: z.strictObject({}),
    run: async ({ user }, { id }, installation) =>
      (await owner.unblockConversation(user, id, installation)) ? {} : noSuchConversation(),
  }),
] as const;
