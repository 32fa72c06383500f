import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { tableRequest } from '../../lists/contract/table.ts';
import { cleanText } from '../../texts/contract/clean-text.ts';
import { personName } from '../../texts/contract/person-name.ts';
import { neededText, wholeNumber } from '../../texts/contract/typed-values.ts';
import { maxAnswerLength, maxRefusalLength, maxReviewLength, reviewStates } from './limits.ts';

const starsMissing = 'reviewForm.starsMissing' satisfies PlainKey;

/** What a buyer writes: plain text without links. An empty name is shown as “a buyer”. */
export const reviewWords = z.object({
  stars: wholeNumber(1, 5, starsMissing),
  text: z.preprocess(
    cleanText,
    z
      .string()
      .max(maxReviewLength, 'reviewForm.textTooLong' satisfies PlainKey)
      .refine((text) => !link.test(text), 'reviewForm.noLinks' satisfies PlainKey)
      .default(''),
  ),
  name: personName.default(''),
});

export type ReviewWords = z.infer<typeof reviewWords>;

export const reviewAnswer = z.preprocess(
  cleanText,
  z
    .string()
    .max(maxAnswerLength, 'reviewForm.textTooLong' satisfies PlainKey)
    .default(''),
);

export const reviewRefusal = neededText(maxRefusalLength, 'reviewForm.refusalMissing', 'reviewForm.textTooLong');

const shown = {
  stars: z.int(),
  text: z.string(),
  name: z.string(),
  state: z.enum(reviewStates),
  refusal: z.string().nullable(),
  answer: z.string().nullable(),
};

export const reviewedProduct = z.strictObject({
  productId: z.string(),
  name: z.string(),
  review: z.strictObject(shown).nullable(),
});

export type ReviewedProduct = z.infer<typeof reviewedProduct>;

/** As administrators see it; times are ISO 8601. */
export const moderatedReview = z.strictObject({
  ...shown,
  id: z.string(),
  /** Rises with each change of the buyer’s: what is published is what was read. */
  version: z.int(),
  language: z.string(),
  productNames: z.record(z.string().regex(/^[a-z]{2}$/), z.string()),
  orderNumber: z.int(),
  createdAt: z.string(),
  changedAt: z.string().nullable(),
});

export type ModeratedReview = z.infer<typeof moderatedReview>;

export const reviewsRequest = tableRequest(['time', 'stars']).extend({
  state: z.enum(reviewStates).default('waiting'),
});

/** Text in which people or programs see a link. */
const link =
  /https?:|\/\/|\bwww\.|[\p{L}\p{N}-]\.(?:com|net|org|info|io|de|at|ch|fr|nl|eu|uk|ru|cn|xyz|shop|link|app|dev|biz)(?![\p{L}\p{N}])/iu;
