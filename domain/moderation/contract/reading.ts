import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { next } from '../../lists/contract/schema.ts';
import { tableRequest } from '../../lists/contract/table.ts';
import { heldReason, message } from '../../messages/contract/schema.ts';
import { cleanText } from '../../texts/contract/clean-text.ts';

const readingReasonLength = { min: 10, max: 500 };

const readingSubjects = ['report', 'tag-report', 'held-message', 'contact-request'] as const;

const about = z.object({ kind: z.enum(readingSubjects), id: z.string().min(1).max(100) });

export type ReadingAbout = z.infer<typeof about>;

/** Why an administrator reads a conversation; its owner is shown the reason. */
export const readingReason = z.object({
  reason: z.preprocess(
    cleanText,
    z
      .string('moderation.reasonMissing' satisfies PlainKey)
      .min(readingReasonLength.min, 'moderation.reasonShort' satisfies PlainKey)
      .max(readingReasonLength.max, 'moderation.reasonLong' satisfies PlainKey),
  ),
  about,
});

export type ReadingReason = z.infer<typeof readingReason>;

/** Of the network from which a conversation was begun: what is known of it goes at the end of the day (UTC). */
const network = z.enum(['free', 'blocked', 'forgotten']);

export type KnownNetwork = z.infer<typeof network>;

/** As an administrator reads it. Times are ISO 8601. */
export const openedConversation = z.strictObject({
  id: z.string(),
  itemName: z.string(),
  owner: z.strictObject({ uid: z.string(), email: z.string(), disabled: z.boolean() }),
  finderName: z.string().nullable(),
  blocked: z.boolean(),
  closed: z.boolean(),
  /** As of the inbox: the finder’s words went by time. */
  wordsExpired: z.boolean(),
  network,
  /** Then a new reason is needed. */
  openUntil: z.string(),
  messages: z.array(
    message.omit({ scam: true }).extend({
      member: z.strictObject({ uid: z.string(), email: z.string() }).nullable().optional(),
    }),
  ),
  next,
});

export type OpenedForModeration = z.infer<typeof openedConversation>;

export const heldMessagesRequest = tableRequest(['time']);

export const heldMessage = z.strictObject({
  id: z.string(),
  conversationId: z.string(),
  itemName: z.string(),
  heldReason,
  sentAt: z.string(),
});
