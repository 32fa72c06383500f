/** In characters. */
export const maxReviewLength = 2000;

export const maxAnswerLength = 1000;

export const maxRefusalLength = 500;

/** The best first. */
export const allStars = [5, 4, 3, 2, 1] as const;

export const reviewStates = ['waiting', 'published', 'refused'] as const;

export type ReviewState = (typeof reviewStates)[number];
