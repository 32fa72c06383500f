import { z } from 'zod';
import type { PlainKey } from '../../../language/words.ts';
import { findSheet, placesOn, sheetNames } from './sheets.ts';

export const mostTags = 500;
const mostCopies = 100;
/** In millimetres. */
const mostOffset = 10;

const offset = z
  .number('printedPage.offset' satisfies PlainKey)
  .min(-mostOffset, 'printedPage.offset' satisfies PlainKey)
  .max(mostOffset, 'printedPage.offset' satisfies PlainKey)
  .default(0);

/** What is printed with each code; room permitting. */
export const printedTexts = ['code', 'name', 'note'] as const;

/** How tags are put on paper. */
export const printOptions = z.object({
  sheet: z.enum(sheetNames, 'printedPage.sheetMissing' satisfies PlainKey),
  copies: z
    .int('printedPage.copies' satisfies PlainKey)
    .min(1, 'printedPage.copies' satisfies PlainKey)
    .max(mostCopies, 'printedPage.copies' satisfies PlainKey)
    .default(1),
  /** The first place that is still free on a sheet that was used before, from 1. */
  start: z.int().min(1).default(1),
  /** Moves all that is printed, to the right and down, in millimetres. */
  offsetX: offset,
  offsetY: offset,
  texts: z.enum(printedTexts).default('code'),
  /** The outlines of the labels alone, to hold against a sheet. */
  testPage: z.boolean().default(false),
});

export type PrintOptions = z.infer<typeof printOptions>;

export function hasStart({ sheet, start }: Pick<PrintOptions, 'sheet' | 'start'>): boolean {
  return start <= placesOn(findSheet(sheet));
}
