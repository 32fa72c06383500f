import type { ColumnType, Generated } from 'kysely';
import type { Stamp } from './stamps.ts';

export type ReviewTables = {
  /** What a buyer wrote about a product of a delivered order. It waits until it is published or refused. */
  reviews: {
    id: string;
    orderId: string;
    productId: string;
    /** 1 to 5. */
    stars: number;
    text: string;
    name: string;
    language: string;
    version: Generated<number>;
    createdAt: Stamp;
    changedAt: Date | null;
    publishedAt: Date | null;
    refusedAt: Date | null;
    refusal: string | null;
    answer: string | null;
    words: ColumnType<string, never, never>;
  };
};
