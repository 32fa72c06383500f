export type PublishedReview = {
  id: string;
  stars: number;
  text: string;
  name: string;
  language: string;
  answer: string | null;
  createdAt: Date;
  product: { slug: string; names: Record<string, string> };
};

export type PublishedPage = { reviews: PublishedReview[]; next?: string };

/** Of one to five stars, to one place. */
export type Rating = { average: number; count: number };
