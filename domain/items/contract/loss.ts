import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { textUpTo } from '../../texts/contract/typed-values.ts';
import { itemStates } from './item-state.ts';
import { maxNoteLength, maxPlaceLength, maxReferenceLength } from './limits.ts';

const text = (maximum: number) => textUpTo(maximum, 'refused.factTooLong');
const notAMoment = 'refused.notAMoment' satisfies PlainKey;
export const point = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** What is said of a loss: to finders, while the item is missing. What is left out stays as it was said. */
export const loss = z.object({
  message: text(maxNoteLength).optional(),
  place: text(maxPlaceLength).optional(),
  point: point.nullable().optional(),
  /** On the clock of the place, to the minute. */
  lastSeen: z
    .union([z.literal(''), z.iso.datetime({ local: true, offset: false, precision: -1, error: notAMoment })], {
      error: notAMoment,
    })
    .optional(),
});

export const theft = loss.extend({ reference: text(maxReferenceLength).optional() });
export type Loss = z.infer<typeof theft>;

/** What a finder reads of it; empty texts were not said. */
export const toldLoss = z.strictObject({
  message: z.string(),
  place: z.string(),
  point: point.nullable(),
  lastSeen: z.string(),
  reference: z.string(),
});
export type ToldLoss = z.infer<typeof toldLoss>;

/** One of the states that an item was in, since `at` (ISO 8601); `publishedIn`: the language of the preview of a loss that its owner made public. */
export const pastState = toldLoss.extend({
  id: z.string(),
  state: z.enum(itemStates),
  at: z.string(),
  publishedIn: z.string().nullable(),
});
export type PastState = z.infer<typeof pastState>;
