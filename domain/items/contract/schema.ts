import { z } from 'zod';
import { cleanText } from '../../settings/contract/clean-text.ts';
import { categories } from './categories.ts';
import { maxItemNameLength, maxNoteLength } from './limits.ts';

/** What My Items is searched for. */
export const itemSearch = z
  .preprocess(cleanText, z.string().max(100, 'Search for fewer words.'))
  .transform((text) => text || undefined);

export const itemDetails = z.object({
  name: z.preprocess(
    cleanText,
    z
      .string()
      .min(1, 'Give the item a name, such as “Blue backpack”.')
      .max(maxItemNameLength, `Keep the name under ${maxItemNameLength} characters.`),
  ),
  category: z.enum(categories, 'Choose what kind of thing it is.'),
  note: z
    .preprocess(cleanText, z.string().max(maxNoteLength, `Keep the note under ${maxNoteLength} characters.`))
    .default(''),
});

export type ItemDetails = z.infer<typeof itemDetails>;

/** Times are ISO 8601; `hash` is the public form of the id (C-3.06). */
export const itemSummary = z.object({
  id: z.string(),
  hash: z.string(),
  name: z.string(),
  category: z.enum(categories),
  note: z.string(),
  createdAt: z.string(),
  lostAt: z.string().nullable(),
  returnedAt: z.string().nullable(),
});

export type ItemSummary = z.infer<typeof itemSummary>;
