import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { tagReportReasons } from '../../items/contract/tag-actions.ts';
import { maxMessageLength } from '../../messages/contract/limits.ts';
import { settled } from '../../moderation/contract/reports.ts';
import { textUpTo } from '../../texts/contract/typed-values.ts';

/** Then a report is deleted. */
export const reportDays = 90;

export const reportWords = {
  reason: z.enum(tagReportReasons, 'tagReport.why' satisfies PlainKey),
  text: textUpTo(maxMessageLength, 'error.messageTooLong').default(''),
};

export const tagReport = z.strictObject({
  id: z.string(),
  code: z.string(),
  /** Whose tag it is now; null where nobody’s. */
  owner: z.strictObject({ uid: z.string(), disabled: z.boolean() }).nullable(),
  reason: z.enum(tagReportReasons),
  text: z.string(),
  language: z.string(),
  reportedAt: z.string(),
  conversationId: z.string().nullable(),
  settled: settled.nullable(),
});
