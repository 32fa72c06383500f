import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { maxPlaceLength } from '../../items/contract/limits.ts';
import { textUpTo, wholeNumber } from '../../texts/contract/typed-values.ts';
import { a4, letter } from './sheets.ts';

export const mostTags = 500;
const mostCopies = 100;
/** In millimetres. */
const mostOffset = 10;
const mostPitchChange = 1;
const maxSheetLength = 64;
const noPlace = 'printedPage.noPlace' satisfies PlainKey;

const upTo = (most: number, wrong: PlainKey) => z.number(wrong).min(-most, wrong).max(most, wrong).default(0);
const offset = upTo(mostOffset, 'printedPage.offset');
const pitchChange = upTo(mostPitchChange, 'printedPage.pitch');

export const printedTexts = ['code', 'name', 'note'] as const;

/** A PDF of sheets, or a picture of each label by itself. */
export const printFormats = ['pdf', 'png', 'svg'] as const;

export type PrintFormat = (typeof printFormats)[number];

export const printOptions = z.object({
  sheet: z
    .string('printedPage.sheetMissing' satisfies PlainKey)
    .max(maxSheetLength, 'printedPage.sheetMissing' satisfies PlainKey),
  format: z.enum(printFormats).default('pdf'),
  copies: wholeNumber(1, mostCopies, 'printedPage.copies').default(1),
  /** The first place that is still free on a sheet that was used before, from 1. */
  start: z.int(noPlace).min(1, noPlace).default(1),
  /** Moves all that is printed, to the right and down, in millimetres. */
  offsetX: offset,
  offsetY: offset,
  /** Added to the distance from one label to the next, in millimetres: small errors add up over a sheet. */
  pitchX: pitchChange,
  pitchY: pitchChange,
  texts: z.enum(printedTexts).default('code'),
  testPage: z.boolean().default(false),
});

export type PrintOptions = z.infer<typeof printOptions>;

export const posterPapers = { a4, letter } as const;

/** In characters. */
export const maxPosterWords = 300;
export const maxReward = 80;

const words = (most: number) => textUpTo(most, 'printedPage.wordsTooLong').optional();

/** What is left out is what finders are told of the loss. */
export const posterOptions = z.object({
  paper: z.enum(['a4', 'letter']).default('a4'),
  words: words(maxPosterWords),
  place: words(maxPlaceLength),
  reward: textUpTo(maxReward, 'printedPage.rewardTooLong').optional(),
  /** Whether the item’s picture stands on it, also one that finders do not see. */
  picture: z.boolean('printedPage.pictureMissing' satisfies PlainKey).optional(),
});

export type PosterOptions = z.infer<typeof posterOptions> & { item: string };
