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
    /** May be empty. */
    text: string;
    /** As it is shown; may be empty. */
    name: string;
    /** In which the buyer wrote. */
    language: string;
    /** Rises with each change of the buyer’s. */
    version: Generated<number>;
    createdAt: Stamp;
    changedAt: Date | null;
    publishedAt: Date | null;
    refusedAt: Date | null;
    refusal: string | null;
    answer: string | null;
    /** Of the name and the text, as an index has them. */
    words: ColumnType<string, never, never>;
  };
};
