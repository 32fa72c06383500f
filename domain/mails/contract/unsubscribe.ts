import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';

const maxTokenLength = 200;

/** Begins the tokens of finders’ mails about replies. */
export const repliesTokenPrefix = 'replies.';
export const reviewsTokenPrefix = 'reviews.';

export const unsubscribeToken = z
  .string('refused.tokenMissing' satisfies PlainKey)
  .max(maxTokenLength, 'refused.notAToken' satisfies PlainKey)
  .regex(/^[\w.-]*$/, 'refused.notAToken' satisfies PlainKey);
