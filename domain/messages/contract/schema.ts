import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { categories } from '../../items/contract/categories.ts';
import { next } from '../../lists/contract/schema.ts';
import { personName } from '../../texts/contract/person-name.ts';
import { textUpTo } from '../../texts/contract/typed-values.ts';
import { details, isSaid, typedDetails } from './details.ts';
import { maxMessageLength } from './limits.ts';
import { meetingPlaces, readyAnswers, replies, returnReplies, yesOrNo } from './ready-replies.ts';

export const mostUnread = 1000;

/** `all`: those that are not archived. */
export const conversationsShown = z.enum(['all', 'unread', 'archived']);
export type ConversationsShown = z.infer<typeof conversationsShown>;

const readyAnswer = z.enum(readyAnswers);

const tooLong = 'error.messageTooLong' satisfies PlainKey;

const optionalText = textUpTo(maxMessageLength, tooLong).default('');

export const finderReport = z
  .object({ answer: readyAnswer.optional(), text: optionalText, name: personName.default('') })
  .refine((report) => report.answer || report.text, { path: ['text'], error: 'error.reportEmpty' satisfies PlainKey });

export const finderAnswer = z
  .object({ text: optionalText, details: typedDetails.optional(), answer: z.enum(yesOrNo).optional() })
  .refine(({ text, details, answer }) => details || text || answer, {
    path: ['text'],
    error: 'error.messageEmpty' satisfies PlainKey,
  })
  .refine(({ text, details, answer }) => text || answer || !details || isSaid(details), {
    path: ['details.place'],
    error: 'error.detailsEmpty' satisfies PlainKey,
  });

const notAMoment = 'refused.notAMoment' satisfies PlainKey;

const meeting = z.strictObject({
  place: z.enum(meetingPlaces),
  at: z
    .union([z.literal(''), z.iso.datetime({ local: true, offset: false, precision: -1, error: notAMoment })], {
      error: notAMoment,
    })
    .default(''),
});

export type Meeting = z.infer<typeof meeting>;

/** What an owner writes: words, something ready, or where to meet; the last two with or without words. */
export const ownersReply = z
  .object({ text: optionalText, reply: z.enum(replies).optional(), meeting: meeting.optional() })
  .refine(({ text, reply, meeting }) => text || (reply && reply !== 'mark') || meeting, {
    path: ['text'],
    error: 'error.messageEmpty' satisfies PlainKey,
  });

export const thanks = z.object({ text: optionalText });

export type FinderReport = z.infer<typeof finderReport>;

/** too-many: over the rate limit; no-form: without a valid form cookie; hidden-field: words in a field that people do not see. */
export const heldReason = z.enum(['too-many', 'no-form', 'hidden-field']);

export type HeldReason = z.infer<typeof heldReason>;

/** The known scams of which a reader is warned (scams/signs.json). */
export const scamKind = z.enum([
  'alone',
  'code',
  'log-in',
  'papers',
  'remote',
  'gift-card',
  'page',
  'money',
  'messenger',
]);

export type ScamKind = z.infer<typeof scamKind>;

/** A message as owner and finder see it (C-3.03). Times are ISO 8601. */
export const message = z.strictObject({
  id: z.string(),
  author: z.enum(['finder', 'owner']),
  text: z.string(),
  answer: z.enum([...readyAnswers, ...yesOrNo]).nullable(),
  sentAt: z.string(),
  readByOwner: z.boolean(),
  readByFinder: z.boolean(),
  heldReason: heldReason.nullable(),
  details: details.nullable(),
  pictureId: z.string().nullable(),
  /** What the finder wrote was deleted: nothing of it is left. */
  deleted: z.boolean(),
  reply: z.enum([...replies, ...returnReplies]).nullable(),
  meeting: meeting.nullable(),
  language: z.string().nullable(),
  /** Administrators took its words away: afterwards, or before it was delivered. */
  hidden: z.enum(['hidden', 'dismissed']).nullable(),
  /** What its words resemble; for whoever did not write it. */
  scam: scamKind.nullable(),
});

export type Message = z.infer<typeof message>;

export const inboxMessage = message.extend({
  /** Who wrote it in the owner’s place, when that is not the reader; to its owner, empty when their account is gone. */
  by: z.string().optional(),
});

export type InboxMessage = z.infer<typeof inboxMessage>;

const conversationHead = z.strictObject({
  id: z.string(),
  item: z.strictObject({ id: z.string(), hash: z.string(), name: z.string(), category: z.enum(categories) }),
  sharedBy: z.string().optional(),
  finderName: z.string().nullable(),
  unread: z.number(),
  blocked: z.boolean(),
  closed: z.boolean(),
  archived: z.boolean(),
  /** New messages are told by no email and no notification. */
  muted: z.boolean(),
  wordsDeletedAt: z.string().nullable(),
  /** That was 90 days after the conversation was closed, and not by the finder. */
  wordsExpired: z.boolean(),
  messagesChangedAt: z.string().nullable(),
});

export const conversationSummary = conversationHead.extend({ lastMessage: inboxMessage });
export type ConversationSummary = z.infer<typeof conversationSummary>;

export const conversation = conversationHead.extend({
  /** The newest of the owner's messages that the finder has read; null when none of the newest 200 is. */
  seenUpTo: z.string().nullable(),
  /** When administrators read it (ISO 8601), and why; the newest 20, oldest first. */
  readings: z.array(z.strictObject({ at: z.string(), reason: z.string() })),
  messages: z.array(inboxMessage),
  next,
});
export type Conversation = z.infer<typeof conversation>;
