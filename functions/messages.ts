import { z } from 'zod';
import { conversation, conversationSummary, message, messageText } from '../domain/messages/contract/schema.ts';
import { listConversations as list, readConversation as read } from '../domain/messages/inbox.ts';
import {
  blockConversation as block,
  countUnread as count,
  markConversationRead as markRead,
  replyToFinder as reply,
  unblockConversation as unblock,
} from '../domain/messages/owner-side.ts';
import { defineFunction, Refusal } from './define.ts';
import { id, sendingKey } from './inputs.ts';
import { overLimit } from './over-limit.ts';

const noSuchMessage = () => {
  const message = 'This is no id of a message.';
  return new Refusal('invalid-argument', message, { fields: { upTo: message } });
};
const noSuchConversation = () => new Refusal('not-found', 'There is no such conversation in your messages.');

export const listConversations = defineFunction({
  name: 'listConversations',
  access: 'user',
  summary:
    'Your conversations with finders, the one with the newest message first; of more than 200 the first, and `more` says so.',
  input: z.object({}),
  output: z.object({ conversations: z.array(conversationSummary), more: z.literal(true).optional() }),
  run: ({ user }, _input, installation) => list(user, installation),
});

export const readConversation = defineFunction({
  name: 'readConversation',
  access: 'user',
  summary: 'One of your conversations with its newest 200 messages, oldest first; `earlier` says that there are more.',
  input: z.object({ id }),
  output: conversation,
  run: async ({ user }, input, installation) => (await read(user, input.id, installation)) ?? noSuchConversation(),
});

export const markConversationRead = defineFunction({
  name: 'markConversationRead',
  access: 'user',
  summary: 'Marks the messages up to `upTo`, the id of one of them, as read; answers how many of yours are unread now.',
  input: z.object({ id, upTo: id }),
  output: z.object({ unread: z.number() }),
  run: async ({ user }, input, installation) => {
    const unread = await markRead(user, input, installation);
    return unread === null ? noSuchMessage() : { unread };
  },
});

export const countUnread = defineFunction({
  name: 'countUnread',
  access: 'user',
  summary: 'How many messages you have not read, counted up to 1,000.',
  input: z.object({}),
  output: z.object({ unread: z.number() }),
  run: async ({ user }, _input, installation) => ({ unread: await count(user, installation) }),
});

export const replyToFinder = defineFunction({
  name: 'replyToFinder',
  access: 'user',
  sends: true,
  summary: 'Sends a message to the finder. The same `key` sends it once.',
  input: z.object({ conversationId: id, key: sendingKey, text: messageText }),
  output: message,
  run: async ({ user }, input, installation) => {
    const sent = await reply(user, input, installation);
    if (sent === 'closed')
      return new Refusal('aborted', 'This conversation is closed or blocked. Unblock it to write again.');
    if (sent && 'state' in sent) return overLimit({ key: 'error.manyInConversation' }, sent);
    return sent ?? noSuchConversation();
  },
});

export const blockConversation = defineFunction({
  name: 'blockConversation',
  access: 'user',
  summary: 'The finder can no longer write in this conversation.',
  input: z.object({ id }),
  output: z.object({}),
  run: async ({ user }, input, installation) =>
    (await block(user, input.id, installation)) ? {} : noSuchConversation(),
});

export const unblockConversation = defineFunction({
  name: 'unblockConversation',
  access: 'user',
  summary: 'The finder can write in this conversation again.',
  input: z.object({ id }),
  output: z.object({}),
  run: async ({ user }, input, installation) =>
    (await unblock(user, input.id, installation)) ? {} : noSuchConversation(),
});
