import { z } from 'zod';
import { pictureSizes } from '../domain/files/contract/schema.ts';
import { itemSearch } from '../domain/items/contract/schema.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { conversationReport, report } from '../domain/messages/contract/report.ts';
import {
  conversation,
  conversationSummary,
  conversationsShown,
  type InboxMessage,
  inboxMessage,
  ownersReply,
  thanks,
} from '../domain/messages/contract/schema.ts';
import * as inbox from '../domain/messages/inbox.ts';
import * as owner from '../domain/messages/owner-side.ts';
import * as reports from '../domain/messages/report-conversation.ts';
import { markReturnedByFinder, undoReturnedByFinder } from '../domain/messages/returned.ts';
import { readSaidPlace } from '../domain/messages/said-place.ts';
import { reportsRequest } from '../domain/moderation/contract/reports.ts';
import { reportedPicturePath } from '../paths/paths.ts';
import { forAdmin, forUser, type Refusal } from './define.ts';
import { byId, id, idempotencyKey } from './inputs.ts';
import { foundById, overLimit, refused, tooManyRequests } from './refused.ts';

function orRefused(sent: owner.SentReply): InboxMessage | Refusal {
  if (sent === 'closed') return refused('conversation-closed');
  if (sent === 'bad-message-id') return refused('no-message.id', { field: 'upTo' });
  if (sent && 'state' in sent) return overLimit({ key: 'error.manyInConversation' }, sent);
  return sent ?? refused('no-conversation');
}

export const messageFunctions = {
  listConversations: forUser({
    summary:
      'Your conversations with finders, and those about items that are shared with you (`sharedBy`): first those with unread messages, then the others, each by the newest message. `show` lists the unread ones alone, or the archived ones; `itemId` those about one item. `search` finds, by the newest message, those that have each of its words in the item’s name, the finder’s name or what was written, archived ones too; a page of what was found may be empty before the last. `by` says who wrote in the owner’s place when it was not you.',
    input: pageRequest.extend({
      show: conversationsShown.default('all'),
      itemId: id.optional(),
      search: itemSearch.optional(),
    }),
    output: z.strictObject({ conversations: z.array(conversationSummary), next }),
    run: ({ user }, input, services) => inbox.listConversations(user, input, services),
  }),

  readSaidPlace: forUser({
    summary:
      'Where a finder last said in words that your item is (`said`), and when; null when none of the newest did.',
    input: z.object({ itemId: id }),
    output: z.strictObject({ said: z.strictObject({ place: z.string(), at: z.string() }).nullable() }),
    run: async ({ user }, { itemId }, services) => {
      const said = await readSaidPlace(user, itemId, services);
      return said === 'no-item' ? said : { said };
    },
  }),

  readConversation: forUser({
    summary:
      'One of your conversations with its newest messages, oldest first; `next` leads to earlier ones. With `since`, the id of a message, only what came after it; `next` then says that there is more between.',
    input: pageRequest.extend({ id, since: id.optional() }),
    output: conversation,
    run: async ({ user }, input, services) => {
      const found = await inbox.readConversation(user, input, services);
      if (found === 'bad-message-id') return refused('no-message.id', { field: 'since' });
      return found ?? 'no-conversation';
    },
  }),

  markConversationRead: forUser({
    summary:
      'Marks the messages up to `upTo`, the id of one of them, as read; answers how many of yours are unread now.',
    input: z.object({ id, upTo: id }),
    output: z.strictObject({ unread: z.number() }),
    run: async ({ user }, input, services) => {
      const unread = await owner.markConversationRead(user, input, services);
      return unread === null ? refused('no-message.id', { field: 'upTo' }) : { unread };
    },
  }),

  countUnread: forUser({
    duringMaintenance: 'as-tag-pages',
    summary: 'How many messages you have not read, counted up to 1,000.',
    output: z.strictObject({ unread: z.number() }),
    run: async ({ user }, _input, services) => ({ unread: await owner.countUnread(user, services) }),
  }),

  replyToFinder: forUser({
    sends: true,
    summary:
      'Sends a message to the finder, as the owner or as somebody who shares the item: `text`, a ready `reply` which the finder reads in their language, or a `meeting` place, with or without words. `reply: mark` asks for a private mark in your words. The same `key` sends it once. Marks what it answers as read: the messages up to `upTo`, the id of the last one that you were shown; without it, all that came so far.',
    input: ownersReply.safeExtend({ conversationId: id, key: idempotencyKey, upTo: id.optional() }),
    output: inboxMessage,
    run: async ({ user, language }, input, services) =>
      orRefused(await owner.replyToFinder(user, { ...input, language }, services)),
  }),

  markReturnedByFinder: forUser({
    sends: true,
    summary:
      'Marks the item of the conversation as returned and thanks its finder, in their language, with your `text` if there is one. Other open conversations about the item are told. The same `key` does it once.',
    input: thanks.extend({ conversationId: id, key: idempotencyKey }),
    output: inboxMessage,
    run: async ({ user, language }, input, services) =>
      orRefused(await markReturnedByFinder(user, { ...input, language }, services)),
  }),

  undoReturnedByFinder: forUser({
    sends: true,
    summary:
      'Takes `markReturnedByFinder` back: the item is missing again, if it was, and all who were told read that it was a mistake.',
    input: z.object({ conversationId: id, key: idempotencyKey }),
    output: inboxMessage,
    run: async ({ user }, input, services) => {
      const sent = await undoReturnedByFinder(user, input, services);
      return sent === 'not-returned' ? sent : orRefused(sent);
    },
  }),

  blockConversation: forUser({
    summary: 'The finder can no longer write in this conversation.',
    input: byId,
    run: foundById(owner.blockConversation, 'no-conversation'),
  }),

  unblockConversation: forUser({
    summary: 'The finder can write in this conversation again.',
    input: byId,
    run: foundById(owner.unblockConversation, 'no-conversation'),
  }),

  archiveConversation: forUser({
    summary:
      'Puts a conversation of yours away until the finder writes again. `upTo` is the id of the last message that you were shown: refused when the finder wrote after it.',
    input: byId.extend({ upTo: id }),
    run: async ({ user }, input, services) => {
      const archived = await owner.archiveConversation(user, input, services);
      if (archived === 'bad-message-id') return refused('no-message.id', { field: 'upTo' });
      return archived || 'no-conversation';
    },
  }),

  unarchiveConversation: forUser({
    summary: 'Puts an archived conversation back among the others.',
    input: byId,
    run: foundById(owner.unarchiveConversation, 'no-conversation'),
  }),

  muteConversation: forUser({
    summary: 'No email and no notification tells you of new messages in this conversation. They count as unread.',
    input: byId,
    run: foundById(owner.muteConversation, 'no-conversation'),
  }),

  unmuteConversation: forUser({
    summary: 'You are told of new messages in this conversation again.',
    input: byId,
    run: foundById(owner.unmuteConversation, 'no-conversation'),
  }),

  reportConversation: forUser({
    summary:
      'Reports a conversation that you can read to the operator, who can then read its newest 50 messages and see their pictures for 90 days, whatever is deleted meanwhile. The same `key` reports once. The finder is not told.',
    input: conversationReport.extend({ id, key: idempotencyKey }),
    run: async ({ user }, input, services) => {
      const taken = await services.limits.take('reported-conversations-day', user.uid);
      if (!taken.allowed) return tooManyRequests(taken);
      return (await reports.reportConversation(user, input, services)) || 'no-conversation';
    },
  }),

  listReports: forAdmin({
    summary:
      'What was reported in the last 90 days, the newest first, with the messages as they were then; `pictures` names those of their pictures that are kept with it (`readReportedPicture`). `search`: the address or uid of who reported, the id of a conversation, or the start of an item’s name. `state`: `open` where none is asked for.',
    input: reportsRequest,
    output: z.strictObject({ rows: z.array(report), next }),
    run: (_caller, input, services) => reports.listReports(input, services),
  }),

  readReportedPicture: forAdmin({
    route: `GET ${reportedPicturePath('{id}', '{size}')}`,
    countsItself: true,
    summary:
      'A picture of a reported conversation, at most so many pixels wide and high, as long as the report is kept.',
    input: z.object({ id, size: z.enum(pictureSizes) }),
    output: z.strictObject({ bytes: z.instanceof(Buffer) }),
    run: async (_caller, { id, size }, services) => {
      const found = await reports.readReportedPicture({ id, side: Number(size) }, services);
      return found ? { bytes: found } : 'no-file';
    },
  }),
};
