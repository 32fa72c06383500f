import type { Migration } from 'kysely/migration';
import { baseline } from './100-baseline.ts';
import { printedItems } from './101-printed-items.ts';
import { publishedLosses } from './102-published-losses.ts';
import { firstStepsColumns } from './103-first-steps.ts';
import { orderNotes } from './104-order-notes.ts';
import { productPictures } from './105-product-pictures.ts';
import { wordsOfNames } from './106-words-of-names.ts';

/** In order; a landed migration is never changed, only followed. */
export const migrations: Record<string, Migration> = {
  '100-baseline': baseline,
  '101-printed-items': printedItems,
  '102-published-losses': publishedLosses,
  '103-first-steps': firstStepsColumns,
  '104-order-notes': orderNotes,
  '105-product-pictures': productPictures,
  '106-words-of-names': wordsOfNames,
};
