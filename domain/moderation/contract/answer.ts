import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { maxContactLength } from '../../contact/contract/limits.ts';
import { cleanText } from '../../texts/contract/clean-text.ts';

/** What an administrator answers by email. */
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
