import { z } from 'zod';
import {
  blockConversation as block,
  countUnread as count,
  listConversations as list,
  markConversationRead as markRead,
  readConversation as read,
  replyToFinder as reply,
  unblockConversation as unblock,
} from '../domain/messages/owner-side.ts';
import { conversation, conversationSummary, message, messageText } from '../domain/messages/schema.ts';
import { defineFunction, Refusal } from './define.ts';
import { id, sendingKey } from './inputs.ts';

const noSuchConversation = () => new Refusal('not-found', 'There is no such conversation in your messages.');

export const listConversations = defineFunction({
  name: 'listConversations',
  access: 'user',
  summary: 'Your conversations with finders, the one with the newest message first.',
  input: z.object({}),
  output: z.object({ conversations: z.array(conversationSummary) }),
  run: async ({ user }, _input, installation) => ({ conversations: await list(user, installation) }),
});

export const readConversation = defineFunction({
  name: 'readConversation',
  access: 'user',
  summary: 'One of your conversations with all its messages, oldest first.',
  input: z.object({ id }),
  output: conversation,
  run: async ({ user }, input, installation) => (await read(user, input.id, installation)) ?? noSuchConversation(),
});

export const markConversationRead = defineFunction({
  name: 'markConversationRead',
  access: 'user',
  summary: 'Marks the messages up to `upTo` as read; answers how many of yours are unread now.',
  input: z.object({ id, upTo: z.string().regex(/^\d{1,18}$/, 'This is no id of a message.') }),
  output: z.object({ unread: z.number() }),
  run: async ({ user }, input, installation) => ({ unread: await markRead(user, input, installation) }),
});

export const countUnread = defineFunction({
  name: 'countUnread',
  access: 'user',
  summary: 'How many messages you have not read.',
  input: z.object({}),
  output: z.object({ unread: z.number() }),
  run: async ({ user }, _input, installation) => ({ unread: await count(user, installation) }),
});

export const replyToFinder = defineFunction({
  name: 'replyToFinder',
  access: 'user',
  summary: 'Sends a message to the finder. The same `key` sends it once.',
  input: z.object({ conversationId: id, key: sendingKey, text: messageText }),
  output: message,
  run: async ({ user }, input, installation) => {
    const sent = await reply(user, input, installation);
    if (sent === 'closed')
      return new Refusal('aborted', 'This conversation is closed or blocked. Unblock it to write again.');
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
