import type { PublishedReview, Rating } from '../../domain/reviews/contract/published.ts';

/** The rating for search engines, as schema.org has it. */
export function ratingData({ average, count }: Rating) {
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    },
  };
}

/** A review whose author gave no name has none here. */
export function reviewData({ stars, text, name, language, createdAt }: PublishedReview) {
  return {
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
    author: { '@type': 'Person', name: name || undefined },
    datePublished: createdAt.toISOString().slice(0, 10),
    reviewBody: text || undefined,
    inLanguage: language,
  };
}
