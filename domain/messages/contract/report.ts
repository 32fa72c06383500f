import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { settled } from '../../moderation/contract/reports.ts';
import { textUpTo } from '../../texts/contract/typed-values.ts';
import { maxReportNoteLength } from './limits.ts';
import { reportReasons } from './report-reasons.ts';
import { message } from './schema.ts';

export const conversationReport = z.object({
  reason: z.enum(reportReasons, 'refused.reasonMissing' satisfies PlainKey),
  note: textUpTo(maxReportNoteLength, 'refused.noteTooLong').default(''),
});

export type ConversationReport = z.infer<typeof conversationReport>;

export const reportedMessage = message.pick({
  author: true,
  text: true,
  answer: true,
  sentAt: true,
  details: true,
  pictureId: true,
  reply: true,
  meeting: true,
});

/** As administrators read it. `reporter` is the address of the account. */
export const report = z.strictObject({
  id: z.string(),
  reportedAt: z.string(),
  reporter: z.string(),
  reason: z.enum(reportReasons),
  note: z.string(),
  conversationId: z.string().nullable(),
  itemName: z.string(),
  finderName: z.string().nullable(),
  messages: z.array(reportedMessage),
  pictures: z.array(z.string()),
  settled: settled.nullable(),
});
