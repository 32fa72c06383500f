import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanLine, cleanText } from './clean-text.ts';

/** Text of several lines as somebody types it. The keys are those of what a refusal says. */
export const textUpTo = (most: number, tooLong: PlainKey) => z.preprocess(cleanText, z.string().max(most, tooLong));

export const lineUpTo = (most: number, tooLong: PlainKey) => z.preprocess(cleanLine, z.string().max(most, tooLong));

export const neededText = (most: number, missing: PlainKey, tooLong: PlainKey) =>
  z.preprocess(cleanText, z.string(missing).min(1, missing).max(most, tooLong));

export const wholeNumber = (least: number, most: number, wrong: PlainKey) =>
  z.int(wrong).min(least, wrong).max(most, wrong);

export const neededLine = (most: number, missing: PlainKey, tooLong: PlainKey) =>
  z.preprocess(cleanLine, z.string(missing).min(1, missing).max(most, tooLong));
