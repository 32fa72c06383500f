import { z } from 'zod';
import type { Conflict } from '../domain/conflicts/conflict.ts';
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
import { defineFunction, Refusal } from './define.ts';
import { byId, done, id, secret } from './inputs.ts';
import { orBadCursor, refused } from './refused.ts';

const about = z.object({ secret, productId: id });
/** The version that was read: what was changed meanwhile is to be read first. */
const read = byId.extend({ version: z.int().min(1).max(2_000_000_000) });

export const reviewFunctions = [
  defineFunction({
    name: 'listOrderReviews',
    access: 'anyone',
    summary:
      'The products of the order behind the secret, and what its buyer wrote about each. None before the order is delivered.',
    input: z.object({ secret }),
    output: z.strictObject({ products: z.array(reviewedProduct) }),
    run: async (_caller, input, services) => {
      const products = await reviews.listOrderReviews(input.secret, services);
      return products ? { products } : refused('no-order');
    },
  }),

  defineFunction({
    name: 'writeReview',
    access: 'anyone',
    summary:
      'Writes the review of a product of a delivered order, or changes it. It is shown when an administrator has published it; after a change, again.',
    input: about.extend(reviewWords.shape),
    output: done,
    run: async (_caller, input, services) => answerBuyer(await reviews.writeReview(input, services)),
  }),

  defineFunction({
    name: 'deleteReview',
    access: 'anyone',
    summary: 'Deletes the review of a product of an order.',
    input: about,
    output: done,
    run: async (_caller, input, services) => answerBuyer(await reviews.deleteReview(input, services)),
  }),

  defineFunction({
    name: 'listReviews',
    access: 'admin',
    summary:
      'The reviews that wait, that are published, or that were refused, the newest first. `search`: the number of an order, or the starts of words in a review or in a product’s name.',
    input: reviewsRequest,
    output: z.strictObject({ reviews: z.array(moderatedReview), next }),
    run: async (_caller, input, services) => {
      const page = orBadCursor(await listReviews(input, services));
      return page instanceof Refusal ? page : { reviews: page.rows, next: page.next };
    },
  }),

  defineFunction({
    name: 'publishReview',
    access: 'admin',
    summary: 'Shows a review to everybody, in the version that was read.',
    input: read,
    output: done,
    run: async ({ user }, input, services) =>
      answerAdministrator(await moderation.publishReview(user, input, services)),
  }),

  defineFunction({
    name: 'refuseReview',
    access: 'admin',
    summary: 'Does not show a review, and mails its author why.',
    input: read.extend({ refusal: reviewRefusal }),
    output: done,
    run: async ({ user }, input, services) => answerAdministrator(await moderation.refuseReview(user, input, services)),
  }),

  defineFunction({
    name: 'answerReview',
    access: 'admin',
    summary: 'Answers a review in the name of the shop, for everybody; an empty text takes the answer away.',
    input: read.extend({ answer: reviewAnswer }),
    output: done,
    run: async ({ user }, input, services) => answerAdministrator(await moderation.answerReview(user, input, services)),
  }),
] as const;

type Written = Awaited<ReturnType<typeof reviews.writeReview>> | Awaited<ReturnType<typeof reviews.deleteReview>>;

function answerBuyer(written: Written): Record<string, never> | Refusal {
  switch (written) {
    case 'no-product':
      return refused('no-product.ordered');
    case 'no-order':
    case 'not-delivered':
      return refused(written);
    default:
      return {};
  }
}

function answerAdministrator(moderated: moderation.Moderated): Record<string, never> | Refusal | Conflict {
  if (moderated === 'no-review') return refused(moderated);
  return moderated === 'done' ? {} : moderated;
}
