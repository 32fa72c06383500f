import type { ReviewState } from './contract/schema.ts';

export function stateOfReview(review: { publishedAt: Date | null; refusedAt: Date | null }): ReviewState {
  if (review.publishedAt) return 'published';
  return review.refusedAt ? 'refused' : 'waiting';
}
