import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { maxFactLength, maxPlaceLength, maxReferenceLength } from '../../items/contract/limits.ts';
import { point } from '../../items/contract/loss.ts';
import { areaOf, exactly } from '../../items/contract/position.ts';
import { textUpTo } from '../../texts/contract/typed-values.ts';

/** Where a thing is, and how to get it there; empty texts were not said. Without `isExact` the position is an area of about a kilometre. */
export const details = z.strictObject({
  place: z.string(),
  openingHours: z.string(),
  reference: z.string(),
  position: point.extend({ isExact: z.boolean() }).nullable(),
});

export type Details = z.infer<typeof details>;

const text = (most: number) => textUpTo(most, 'error.detailTooLong').default('');

const notAPosition = 'error.notAPosition' satisfies PlainKey;

/** As a finder says it. A position that is not called exact is rounded here, whatever was sent. */
export const typedDetails = z.object({
  place: text(maxPlaceLength),
  openingHours: text(maxFactLength),
  reference: text(maxReferenceLength),
  position: z
    .object(
      {
        latitude: z.number(notAPosition).min(-90, notAPosition).max(90, notAPosition),
        longitude: z.number(notAPosition).min(-180, notAPosition).max(180, notAPosition),
        isExact: z.boolean(notAPosition).default(false),
      },
      notAPosition,
    )
    .transform(({ isExact, ...position }) => ({ ...(isExact ? exactly(position) : areaOf(position)), isExact }))
    .nullable()
    .default(null),
});

export function isSaid({ place, openingHours, reference, position }: Details): boolean {
  return Boolean(place || openingHours || reference || position);
}
