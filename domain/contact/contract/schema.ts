import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { emailAddress } from '../../accounts/contract/email-address.ts';
import { heldReason } from '../../messages/contract/schema.ts';
import { settled } from '../../moderation/contract/told.ts';
import { cleanText } from '../../texts/contract/clean-text.ts';
import { personName } from '../../texts/contract/person-name.ts';

export const maxContactLength = 4000;
export const maxContactNoteLength = 2000;

export const contactTopics = ['tag', 'order', 'account', 'data', 'abuse', 'else'] as const;

const topic = z.enum(contactTopics, 'contactPage.topicMissing' satisfies PlainKey);

export const contactRequest = z.object({
  topic,
  text: z.preprocess(
    cleanText,
    z
      .string('contactPage.textMissing' satisfies PlainKey)
      .min(1, 'contactPage.textMissing' satisfies PlainKey)
      .max(maxContactLength, 'contactPage.textTooLong' satisfies PlainKey),
  ),
  name: personName.default(''),
  email: emailAddress,
});

export const contactNote = z.preprocess(
  cleanText,
  z.string().max(maxContactNoteLength, 'told.noteTooLong' satisfies PlainKey),
);

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

export type ReceivedContactRequest = z.infer<typeof receivedContactRequest>;

/** Then what was marked as spam is deleted. */
export const spamDays = 30;

export const answer = z.object({
  kind: z.enum(['report', 'contact-request']),
  text: z.preprocess(
    cleanText,
    z
      .string('moderation.answerMissing' satisfies PlainKey)
      .min(1, 'moderation.answerMissing' satisfies PlainKey)
      .max(maxContactLength, 'contactPage.textTooLong' satisfies PlainKey),
  ),
});

export type Answer = z.infer<typeof answer>;
