import { z } from 'zod';
import { next } from '../domain/lists/contract/schema.ts';
import {
  moderatedReview,
  reviewAnswer,
  reviewedProduct,
  reviewRefusal,
  reviewsRequest,
  reviewWords,
} from '../domain/reviews/contract/schema.ts';
import * as moderation from '../domain/reviews/moderate-reviews.ts';
import { listReviews } from '../domain/reviews/moderate-reviews.ts';
import * as reviews from '../domain/reviews/write-review.ts';
import { forAdmin, forAnyone } from './define.ts';
import { byId, id, secret } from './inputs.ts';

const about = z.object({ secret, productId: id });
/** The version that was read: what was changed meanwhile is to be read first. */
const read = byId.extend({ version: z.int().min(1).max(2_000_000_000) });

export const reviewFunctions = {
  listOrderReviews: forAnyone({
    summary:
      'The products of the order behind the secret, and what its buyer wrote about each. None before the order is delivered.',
    input: z.object({ secret }),
    output: z.strictObject({ products: z.array(reviewedProduct) }),
    run: async (_caller, input, services) => {
      const products = await reviews.listOrderReviews(input.secret, services);
      return products ? { products } : 'no-order';
    },
  }),

  writeReview: forAnyone({
    summary:
      'Writes the review of a product of a delivered order, or changes it. It is shown when an administrator has published it; after a change, again.',
    input: about.extend(reviewWords.shape),
    run: (_caller, input, services) => reviews.writeReview(input, services),
  }),

  deleteReview: forAnyone({
    summary: 'Deletes the review of a product of an order.',
    input: about,
    run: (_caller, input, services) => reviews.deleteReview(input, services),
  }),

  listReviews: forAdmin({
    summary:
      'The reviews that wait, that are published, or that were refused, the newest first. `search`: the number of an order, or the starts of words in a review or in a product’s name.',
    input: reviewsRequest,
    output: z.strictObject({ reviews: z.array(moderatedReview), next }),
    run: async (_caller, input, services) => {
      const page = await listReviews(input, services);
      return page === 'bad-cursor' ? page : { reviews: page.rows, next: page.next };
    },
  }),

  publishReview: forAdmin({
    summary: 'Shows a review to everybody, in the version that was read.',
    input: read,
    run: ({ user }, input, services) => moderation.publishReview(user, input, services),
  }),

  refuseReview: forAdmin({
    summary: 'Does not show a review, and mails its author why.',
    input: read.extend({ refusal: reviewRefusal }),
    run: ({ user }, input, services) => moderation.refuseReview(user, input, services),
  }),

  answerReview: forAdmin({
    summary: 'Answers a review in the name of the shop, for everybody; an empty text takes the answer away.',
    input: read.extend({ answer: reviewAnswer }),
    run: ({ user }, input, services) => moderation.answerReview(user, input, services),
  }),
};
