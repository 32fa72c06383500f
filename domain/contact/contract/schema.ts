import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { emailAddress } from '../../accounts/contract/email-address.ts';
import { heldReason } from '../../messages/contract/schema.ts';
import { settled } from '../../moderation/contract/reports.ts';
import { personName } from '../../texts/contract/person-name.ts';
import { neededText, textUpTo } from '../../texts/contract/typed-values.ts';
import { contactTopics, maxContactLength, maxContactNoteLength } from './limits.ts';

const topic = z.enum(contactTopics, 'contactPage.topicMissing' satisfies PlainKey);

export const contactRequest = z.object({
  topic,
  text: neededText(maxContactLength, 'contactPage.textMissing', 'contactPage.textTooLong'),
  name: personName.default(''),
  email: emailAddress,
});

export const contactNote = textUpTo(maxContactNoteLength, 'reports.noteTooLong');

export type ContactRequest = z.infer<typeof contactRequest>;

/** As administrators read it. Times are ISO 8601. */
export const receivedContactRequest = z.strictObject({
  id: z.string(),
  topic,
  text: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.string(),
  heldReason: heldReason.nullable(),
  note: z.string(),
  settled: settled.nullable(),
  sentAt: z.string(),
});

export const answer = z.object({
  kind: z.enum(['report', 'contact-request']),
  text: neededText(maxContactLength, 'moderation.answerMissing', 'contactPage.textTooLong'),
});

export type Answer = z.infer<typeof answer>;
