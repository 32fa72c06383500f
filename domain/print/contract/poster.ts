import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanText } from '../../settings/contract/clean-text.ts';
import { a4, letter } from './sheets.ts';

export const posterPapers = { a4, letter } as const;

/** In characters. */
export const maxPosterWords = 300;
export const maxReward = 80;

const words = z.preprocess(cleanText, z.string().max(maxPosterWords, 'printedPage.wordsTooLong' satisfies PlainKey));
const reward = z.preprocess(cleanText, z.string().max(maxReward, 'printedPage.rewardTooLong' satisfies PlainKey));

export const posterOptions = z.object({
  paper: z.enum(['a4', 'letter']).default('a4'),
  /** Where it was lost, and how it looks. */
  words: words.default(''),
  reward: reward.default(''),
  /** Whether the item’s picture stands on it, also one that finders do not see. */
  picture: z.boolean('printedPage.pictureMissing' satisfies PlainKey).default(false),
});

export type PosterOptions = z.infer<typeof posterOptions> & { item: string };
