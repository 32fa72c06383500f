import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { neededLine } from '../../texts/contract/typed-values.ts';

export const maxTemplates = 50;
export const maxTemplateNameLength = 60;
/** On one page. */
export const mostPlaces = 500;
/** In millimetres; a picture of a larger label would take too much memory. */
const largestPage = 420;
const smallestPage = 10;
/** In millimetres: half the step in which lengths are given. */
const rounding = 0.005;

const noLength = 'printedPage.length' satisfies PlainKey;

/** In millimetres, to the hundredth. */
const length = z
  .number(noLength)
  .min(0, noLength)
  .max(largestPage, 'printedPage.lengthTooLarge' satisfies PlainKey)
  .multipleOf(0.01, noLength);
const pageLength = length.min(smallestPage, 'printedPage.pageTooSmall' satisfies PlainKey);
const labelLength = length.min(1, 'printedPage.labelTooSmall' satisfies PlainKey);
const count = z
  .int('printedPage.labelCount' satisfies PlainKey)
  .min(1, 'printedPage.labelCount' satisfies PlainKey)
  .max(mostPlaces, 'printedPage.tooManyPlaces' satisfies PlainKey);

const measures = z.object({
  pageWidth: pageLength,
  pageHeight: pageLength,
  columns: count,
  rows: count,
  labelWidth: labelLength,
  labelHeight: labelLength,
  /** From the page's edge to the first label. */
  leftMargin: length,
  topMargin: length,
  /** From one label's beginning to the next one's. */
  pitchX: length,
  pitchY: length,
});

export type Measures = z.infer<typeof measures>;

export const templateDetails = measures
  .extend({
    name: neededLine(maxTemplateNameLength, 'printedPage.templateName', 'printedPage.templateNameTooLong'),
  })
  .superRefine((sheet, context) => {
    // A length that is wrong by itself says nothing of the others.
    if (context.issues.length > 0) return;
    const refuse = (field: keyof Measures, message: PlainKey) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (sheet.columns * sheet.rows > mostPlaces) refuse('rows', 'printedPage.tooManyPlaces');
    if (sheet.columns > 1 && sheet.pitchX < sheet.labelWidth - rounding) refuse('pitchX', 'printedPage.labelsOverlap');
    if (sheet.rows > 1 && sheet.pitchY < sheet.labelHeight - rounding) refuse('pitchY', 'printedPage.labelsOverlap');
    const right = sheet.leftMargin + (sheet.columns - 1) * sheet.pitchX + sheet.labelWidth;
    const bottom = sheet.topMargin + (sheet.rows - 1) * sheet.pitchY + sheet.labelHeight;
    if (right > sheet.pageWidth + rounding) refuse('labelWidth', 'printedPage.labelsTooWide');
    if (bottom > sheet.pageHeight + rounding) refuse('labelHeight', 'printedPage.labelsTooHigh');
  });

export type TemplateDetails = z.infer<typeof templateDetails>;

export const labelTemplate = z.strictObject({ id: z.string(), name: z.string(), ...measures.shape });

export type LabelTemplate = z.infer<typeof labelTemplate>;
